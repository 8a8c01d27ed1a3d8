<p>it's getenv('IN_A_PAGE')</p>
<?php # getenv('IN_A_COMMENT')
echo $_ENV['DB_URL'], getenv('MAIL_TOKEN'), "{$_ENV['PHP_KEY']}", env('PORT', 80), getenv($name);
