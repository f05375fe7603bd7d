/** The records of a ZIP that is not compressed, by APPNOTE.TXT 6.3.10. All of them have the sizes of Zip64. */

/** A file of a ZIP. */
export interface ZipEntry {
  readonly name: string
  readonly size: number
  readonly mtime: Date
  /** The CRC-32 of its bytes. Programs that read a stream need it before them. */
  readonly crc: number
}

/** An entry that was written. */
export interface WrittenEntry extends ZipEntry {
  /** Where it begins. */
  readonly offset: number
}

const ZIP64_VERSION = 45
const MADE_ON_UNIX = 3 << 8
const REGULAR_FILE = 0o100644 * 2 ** 16
const NAME_IS_UTF8 = 1 << 11
/** Where a number of Zip64 stands elsewhere. */
const [ELSEWHERE_16, ELSEWHERE_32] = [0xffff, 0xffffffff]
const ZIP64_FIELD = 1
/** The modification time in UTC: that of the records is in nobody knows which zone. */
const TIME_FIELD = 0x5455
const HAS_MTIME = 1
const [FIRST_YEAR, LAST_YEAR] = [1980, 2107]

/** The header before the bytes of a file. */
export function localHeader (file: ZipEntry): Buffer {
  const { name, size, mtime } = file
  const extra = Buffer.concat([zip64Field(size, size), timeField(mtime)])
  return Buffer.concat([u32(0x04034b50), u16(ZIP64_VERSION), ...common(file, extra), Buffer.from(name), extra])
}

/** The entry of a file in the directory at the end. */
export function directoryEntry (file: WrittenEntry): Buffer {
  const { name, size, mtime, offset } = file
  const extra = Buffer.concat([zip64Field(size, size, offset), timeField(mtime)])
  return Buffer.concat([
    u32(0x02014b50), u16(MADE_ON_UNIX | ZIP64_VERSION), u16(ZIP64_VERSION), ...common(file, extra),
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
function common ({ name, mtime, crc }: ZipEntry, extra: Buffer): Buffer[] {
  return [u16(NAME_IS_UTF8), u16(0), dosTime(mtime), u32(crc), u32(ELSEWHERE_32), u32(ELSEWHERE_32),
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
