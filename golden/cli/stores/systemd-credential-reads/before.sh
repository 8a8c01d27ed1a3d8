mkdir unit; printf canary-from-systemd > unit/API_KEY
