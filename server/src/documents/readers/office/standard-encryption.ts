import { createDecipheriv, createHash } from 'node:crypto'

/** The identifiers of AES and its key sizes. */
const BITS: Record<number, 128 | 192 | 256> = { 26126: 128, 26127: 192, 26128: 256 }
const SHA1 = 0x8004
/** The number of hash iterations in the standard. */
const TURNS = 50_000

/** The header of a file with ECMA-376 “standard” encryption. */
interface Protection {
  bits: 128 | 192 | 256
  salt: Buffer
  verifier: Buffer
  verifierHash: Buffer
}

/** Undefined for another kind of encryption. Pure. */
export function readProtection(info: Buffer): Protection | undefined {
  if (info.length < 12 || info.readUInt16LE(2) !== 2) return undefined
  const bits = BITS[info.readUInt32LE(20)]
  const hash = info.readUInt32LE(24)
  if (bits === undefined || (hash !== SHA1 && hash !== 0)) return undefined
  const at = 12 + info.readUInt32LE(8)
  if (info.readUInt32LE(at) !== 16) return undefined
  return {
    bits,
    salt: info.subarray(at + 4, at + 20),
    verifier: info.subarray(at + 20, at + 36),
    verifierHash: info.subarray(at + 40, at + 72),
  }
}

/** Undefined if the password is wrong. Pure, and slow by design. */
export function openStandard(protection: Protection, pack: Buffer, password: string): Buffer | undefined {
  const key = keyOf(protection, password)
  const decipher = (bytes: Buffer): Buffer => {
    const aes = createDecipheriv(`aes-${protection.bits}-ecb`, key, null).setAutoPadding(false)
    return Buffer.concat([aes.update(bytes), aes.final()])
  }
  const expected = sha1(decipher(protection.verifier))
  if (!decipher(protection.verifierHash).subarray(0, expected.length).equals(expected)) return undefined
  const length = Number(pack.readBigUInt64LE(0))
  const content = pack.subarray(8, 8 + Math.floor((pack.length - 8) / 16) * 16)
  return decipher(content).subarray(0, length)
}

function keyOf({ salt, bits }: Protection, password: string): Buffer {
  let hash = sha1(salt, Buffer.from(password, 'utf16le'))
  const turn = Buffer.alloc(4)
  for (let at = 0; at < TURNS; at += 1) {
    turn.writeUInt32LE(at)
    hash = sha1(turn, hash)
  }
  const last = sha1(hash, Buffer.alloc(4))
  const half = (pad: number) => sha1(Buffer.alloc(64, pad).map((byte, at) => byte ^ (last[at] ?? 0)))
  return Buffer.concat([half(0x36), half(0x5c)]).subarray(0, bits / 8)
}

function sha1(...parts: Uint8Array[]): Buffer {
  const hash = createHash('sha1')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
