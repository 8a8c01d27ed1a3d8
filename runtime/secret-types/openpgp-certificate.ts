/** Keys of OpenPGP, bound to each other and to a user ID by the signatures of the primary key. */
import type { AnyPacket, PrivateKey, SignaturePacket, UserIDPacket } from 'openpgp';
import type { Keys, Subkey } from './openpgp-keys.js';

type Library = typeof import('openpgp');

/** The user ID is taken as it is, and the primary key only certifies. Nothing expires. */
export async function certified({ primary, subkeys }: Keys, userId: string): Promise<PrivateKey> {
  const library = await import('openpgp');
  const user = new library.UserIDPacket();
  user.read(Buffer.from(userId, 'utf8'));
  const packets = new library.PacketList<AnyPacket>();
  packets.push(primary, user, await certification(library, primary, user));
  for (const subkey of subkeys) packets.push(subkey.packet, await binding(library, primary, subkey));
  return new library.PrivateKey(packets);
}

type Signer = Keys['primary'] | Subkey['packet'];

function certification(library: Library, primary: Keys['primary'], user: UserIDPacket): Promise<SignaturePacket> {
  const { enums } = library;
  return signed(
    library,
    primary,
    { userID: user, key: primary },
    {
      ...preferences(library),
      signatureType: enums.signature.certPositive,
      keyFlags: Uint8Array.of(enums.keyFlags.certifyKeys),
      features: Uint8Array.of(MODIFICATION_DETECTION),
      isPrimaryUserID: true,
    },
  );
}

/** A subkey that signs also signs that it belongs to the primary key: no one can adopt it. */
async function binding(
  library: Library,
  primary: Keys['primary'],
  { capability, packet }: Subkey,
): Promise<SignaturePacket> {
  const pair = { key: primary, bind: packet };
  const { keyFlags, signature } = library.enums;
  const signatureType = signature.subkeyBinding;
  if (capability === 'encrypt') {
    const encrypts = Uint8Array.of(keyFlags.encryptCommunication | keyFlags.encryptStorage);
    return signed(library, primary, pair, { signatureType, keyFlags: encrypts });
  }
  const embeddedSignature = await signed(library, packet, pair, { signatureType: signature.keyBinding });
  const signs = Uint8Array.of(keyFlags.signData);
  return signed(library, primary, pair, { signatureType, keyFlags: signs, embeddedSignature });
}

async function signed(
  { SignaturePacket, enums, config }: Library,
  signer: Signer,
  data: object,
  properties: Partial<SignaturePacket>,
): Promise<SignaturePacket> {
  const packet = new SignaturePacket();
  const { algorithm: publicKeyAlgorithm } = signer;
  Object.assign(packet, { publicKeyAlgorithm, hashAlgorithm: enums.hash.sha512, ...properties });
  // Called in this way because its declared type lacks the last argument, which it needs.
  await Reflect.apply(packet.sign, packet, [signer, data, signer.getCreationTime(), false, config]);
  return packet;
}

/** Best first (semantics 9.3). */
function preferences({ enums }: Library) {
  return {
    preferredSymmetricAlgorithms: [enums.symmetric.aes256, enums.symmetric.aes128],
    preferredHashAlgorithms: [enums.hash.sha512, enums.hash.sha256],
    preferredCompressionAlgorithms: [enums.compression.zlib, enums.compression.uncompressed],
  };
}
const MODIFICATION_DETECTION = 1;
