function key(env = process.env): string {
  return (env.API_KEI as string) ?? env['API_KEY']!;
}
type Names = keyof typeof process.env;
export const url = Deno.env.get('DB_URL') ?? Bun.env.DB_UTL;
export const token: string = <string>process.env.MAIL_TOKEN;
