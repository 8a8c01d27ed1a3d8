// process.env.IN_A_COMMENT
import { env } from 'node:process';
const { DB_URL, LOG_LEVEL = 'info', ...rest } = process.env;
const NAME = 'MAIL_TOKEN';
export const all = [env.API_KEI, rest.API_KEY, process.env[NAME], 'process.env.IN_A_STRING', env.PATH];
export const read = (name) => process.env[`APP_${name}`];
