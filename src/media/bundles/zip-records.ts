/** The records of a ZIP that is not compressed, by APPNOTE.TXT 6.3.10. All of them have the sizes of Zip64. */

/** A file of a ZIP. */
export interface Entry {
  readonly name: string
  readonly size: number
  readonly mtime: Date
  /** The CRC-32 of its bytes. If it is null, it stands behind them, and programs that read a stream cannot use it. */
  readonly crc: number | null
}

/** An entry that was written. */
export interface WrittenEntry extends Entry {
  readonly crc: number
  /** Where it begins. */
  readonly offset: number
  readonly hasDescriptor: boolean
}

const ZIP64_VERSION = 45
const MADE_ON_UNIX = 3 << 8
const REGULAR_FILE = 0o100644 * 2 ** 16
const NAME_IS_UTF8 = 1 << 11
const HAS_DESCRIPTOR = 1 << 3
/** Where a number of Zip64 stands elsewhere. */
const [ELSEWHERE_16, ELSEWHERE_32] = [0xffff, 0xffffffff]
const ZIP64_FIELD = 1
/** The modification time in UTC: that of the records is in nobody knows which zone. */
const TIME_FIELD = 0x5455
const HAS_MTIME = 1
const [FIRST_YEAR, LAST_YEAR] = [1980, 2107]

/** The header before the bytes of a file. */
export function localHeader ({ name, size, mtime, crc }: Entry): Buffer {
  const extra = Buffer.concat([zip64Field(size, size), timeField(mtime)])
  return Buffer.concat([
    u32(0x04034b50), u16(ZIP64_VERSION), ...common({ name, mtime, crc: crc ?? 0, hasDescriptor: crc === null }, extra),
    Buffer.from(name), extra
  ])
}

/** Stands behind the bytes of a file whose CRC was not known before. */
export function descriptor ({ size, crc }: Pick<WrittenEntry, 'size' | 'crc'>): Buffer {
  return Buffer.concat([u32(0x08074b50), u32(crc), u64(size), u64(size)])
}

/** The entry of a file in the directory at the end. */
export function directoryEntry ({ name, size, mtime, crc, offset, hasDescriptor }: WrittenEntry): Buffer {
  const extra = Buffer.concat([zip64Field(size, size, offset), timeField(mtime)])
  return Buffer.concat([
    u32(0x02014b50), u16(MADE_ON_UNIX | ZIP64_VERSION), u16(ZIP64_VERSION),
    ...common({ name, mtime, crc, hasDescriptor }, extra),
    // No comment, the first disk, nothing is known of the contents.
    u16(0), u16(0), u16(0), u32(REGULAR_FILE), u32(ELSEWHERE_32), Buffer.from(name), extra
  ])
}

/** What follows the directory. */
export function endOfDirectory (files: number, offset: number, size: number): Buffer {
  const restOfRecord = 44
  return Buffer.concat([
    u32(0x06064b50), u64(restOfRecord), u16(MADE_ON_UNIX | ZIP64_VERSION), u16(ZIP64_VERSION), u32(0), u32(0),
    u64(files), u64(files), u64(size), u64(offset),
    u32(0x07064b50), u32(0), u64(offset + size), u32(1),
    u32(0x06054b50), u16(0), u16(0), u16(ELSEWHERE_16), u16(ELSEWHERE_16), u32(ELSEWHERE_32), u32(ELSEWHERE_32), u16(0)
  ])
}

/** What both headers have: flags, no compression, time, CRC, sizes, lengths. */
function common (
  { name, mtime, crc, hasDescriptor }: Pick<WrittenEntry, 'name' | 'mtime' | 'crc' | 'hasDescriptor'>, extra: Buffer
): Buffer[] {
  const flags = NAME_IS_UTF8 | (hasDescriptor ? HAS_DESCRIPTOR : 0)
  return [u16(flags), u16(0), dosTime(mtime), u32(crc), u32(ELSEWHERE_32), u32(ELSEWHERE_32),
    u16(Buffer.byteLength(name)), u16(extra.length)]
}

function zip64Field (...numbers: number[]): Buffer {
  const data = Buffer.concat(numbers.map(u64))
  return Buffer.concat([u16(ZIP64_FIELD), u16(data.length), data])
}

function timeField (mtime: Date): Buffer {
  const data = Buffer.concat([Buffer.of(HAS_MTIME), u32(Math.floor(mtime.getTime() / 1000) >>> 0)])
  return Buffer.concat([u16(TIME_FIELD), u16(data.length), data])
}

/** Local time, to two seconds. */
function dosTime (date: Date): Buffer {
  const year = Math.min(Math.max(date.getFullYear(), FIRST_YEAR), LAST_YEAR) - FIRST_YEAR
  return Buffer.concat([
    u16(date.getHours() << 11 | date.getMinutes() << 5 | date.getSeconds() >> 1),
    u16(year << 9 | (date.getMonth() + 1) << 5 | date.getDate())
  ])
}

function u16 (value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function u32 (value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function u64 (value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}
