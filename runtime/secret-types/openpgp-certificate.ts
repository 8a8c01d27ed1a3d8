/** Keys of OpenPGP, bound to each other and to a user ID by the signatures of the primary key. */
import { type AnyPacket, config, enums, PacketList, PrivateKey, SignaturePacket, UserIDPacket } from 'openpgp';
import type { Keys, Subkey } from './openpgp-keys.js';

/** The user ID is taken as it is, and the primary key only certifies. Nothing expires. */
export async function certified({ primary, subkeys }: Keys, userId: string): Promise<PrivateKey> {
  const user = new UserIDPacket();
  user.read(Buffer.from(userId, 'utf8'));
  const packets = new PacketList<AnyPacket>();
  packets.push(primary, user, await certification(primary, user));
  for (const subkey of subkeys) packets.push(subkey.packet, await binding(primary, subkey));
  return new PrivateKey(packets);
}

type Signer = Keys['primary'] | Subkey['packet'];

function certification(primary: Keys['primary'], user: UserIDPacket): Promise<SignaturePacket> {
  return signed(
    primary,
    { userID: user, key: primary },
    {
      ...PREFERENCES,
      signatureType: enums.signature.certPositive,
      keyFlags: Uint8Array.of(enums.keyFlags.certifyKeys),
      features: Uint8Array.of(MODIFICATION_DETECTION),
      isPrimaryUserID: true,
    },
  );
}

/** A subkey that signs also signs that it belongs to the primary key: no one can adopt it. */
async function binding(primary: Keys['primary'], { capability, packet }: Subkey): Promise<SignaturePacket> {
  const pair = { key: primary, bind: packet };
  const signatureType = enums.signature.subkeyBinding;
  if (capability === 'encrypt') {
    const { encryptCommunication, encryptStorage } = enums.keyFlags;
    return signed(primary, pair, { signatureType, keyFlags: Uint8Array.of(encryptCommunication | encryptStorage) });
  }
  const embeddedSignature = await signed(packet, pair, { signatureType: enums.signature.keyBinding });
  return signed(primary, pair, { signatureType, keyFlags: Uint8Array.of(enums.keyFlags.signData), embeddedSignature });
}

async function signed(signer: Signer, data: object, properties: Partial<SignaturePacket>): Promise<SignaturePacket> {
  const packet = new SignaturePacket();
  const { algorithm: publicKeyAlgorithm } = signer;
  Object.assign(packet, { publicKeyAlgorithm, hashAlgorithm: enums.hash.sha512, ...properties });
  // Called in this way because its declared type lacks the last argument, which it needs.
  await Reflect.apply(packet.sign, packet, [signer, data, signer.getCreationTime(), false, config]);
  return packet;
}

/** Best first (semantics 9.3). */
const PREFERENCES = {
  preferredSymmetricAlgorithms: [enums.symmetric.aes256, enums.symmetric.aes128],
  preferredHashAlgorithms: [enums.hash.sha512, enums.hash.sha256],
  preferredCompressionAlgorithms: [enums.compression.zlib, enums.compression.uncompressed],
};
const MODIFICATION_DETECTION = 1;
