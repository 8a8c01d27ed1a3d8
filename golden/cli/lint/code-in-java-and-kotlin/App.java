class App {
  // System.getenv("IN_A_COMMENT")
  static final String KEY = "API_KEY";
  String a = System.getenv(KEY) + System.getenv("API_KEI") + "System.getenv(IN_A_STRING)";
  String b = System.getenv().get(name);
}
