process.env.API_KEI
