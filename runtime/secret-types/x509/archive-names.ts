/** Names of what a PKCS#12 archive contains (RFC 7292). */
export const DATA = '1.2.840.113549.1.7.1';
export const ENCRYPTED_DATA = '1.2.840.113549.1.7.6';
export const KEY_BAG = '1.2.840.113549.1.12.10.1.1';
export const ENCRYPTED_KEY_BAG = '1.2.840.113549.1.12.10.1.2';
export const CERTIFICATE_BAG = '1.2.840.113549.1.12.10.1.3';
export const BAG_OF_BAGS = '1.2.840.113549.1.12.10.1.6';
export const X509_CERTIFICATE = '1.2.840.113549.1.9.22.1';
export const FRIENDLY_NAME = '1.2.840.113549.1.9.20';
export const LOCAL_KEY_ID = '1.2.840.113549.1.9.21';
