const { STRIPE_KY, LOG_LEVEL = 'info', MAIL_TOKEN } = process.env;
process.env.DATABASE_URL + (process.env.LOG_LEVEL || 'info');
process.env.ELSEWHERE; // tool: allow W1701
process.env.PATH + process.env[name];
