use std::env;
/* env::var("IN_A_COMMENT") /* nested */ */
fn main() {
    let key = env::var("API_KEI").unwrap();
    let url = std::env::var_os("DB_URL");
    println!("{} {:?} {} {:?}", key, url, env!("API_KEY"), option_env!("MAIL_TOKEN"));
    println!(r#"env::var("IN_A_STRING")"#, env!("CARGO_PKG_VERSION"), env::var(&key));
}
