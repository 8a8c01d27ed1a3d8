const = process.env.API_KEY +;
