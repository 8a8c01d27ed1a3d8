// The child of the quick start: shows which of the declared secrets reached it, with their values masked.
const names = ['DATABASE_PASSWORD', 'DATABASE_URL', 'DATABASE_USER', 'SENTRY_DSN', 'STRIPE_KEY'];
const masked = (value) =>
  `${value.slice(0, 2)}${'*'.repeat(Math.max(0, value.length - 2))} (${value.length} characters)`;

console.log('The child process sees:');
for (const name of names) {
  const value = process.env[name];
  console.log(`  ${name.padEnd(18)} ${value === undefined ? '-' : masked(value)}`);
}
