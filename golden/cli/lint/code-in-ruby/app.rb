# ENV["IN_A_COMMENT"]
puts ENV["API_KEI"], ENV.fetch("DB_URL"), "#{ENV['API_KEY']}", 'ENV["IN_A_STRING"]'
puts ENV.fetch "MAIL_TOKEN"
puts ENV["APP_#{name}"], ENV["RAILS_ENV"]
