val url = System.getenv("DB_URL") ?: "postgres://localhost"
val token = "${System.getenv("MAIL_TOKEN")} ${System.getenv("KOTLIN_KEY")}"
