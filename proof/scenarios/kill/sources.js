import { createCipheriv, createHash } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'

const SMALLEST = 1024
const LARGEST = 20 * 1024 ** 2
/** Most files are small: on average they have some 700 KiB. */
const SKEW = 3
const FOLDERS_IN_EACH = 7
/** Of so many files one grows while it is looked at, and one has the bytes of the third before it. */
const CYCLE = 40
const GROWS = 5
const TWIN = 39
const TWIN_OF = 36
/** Far below the time that a file has to stay the same. */
const LONGEST_PAUSE_MS = 400
const PRECISION = 1_000_000

/** What becomes of a file when it is in; there is a drop folder for each. */
export const afterwards = /** @type {const} */ (['keep', 'move', 'delete'])

/**
 * @typedef {object} Source a file that comes in
 * @property {number} number
 * @property {typeof afterwards[number]} after
 * @property {string} path below the folder of its drop folder
 * @property {number} size
 * @property {boolean} grows whether it is written slowly
 * @property {boolean} isFixed whether its bytes do not change later
 * @property {number} seed of its bytes
 * @property {string} sha256 of its bytes as they are now; empty before it is written
 */

/**
 * @param {{ files: number, growing: number, random: import('#proof/harness/random.js').Random }} options
 * @returns {Source[]}
 */
export function planSources ({ files, growing, random }) {
  const sources = []
  for (let number = 0, left = growing; number < files; number++) {
    const place = number % CYCLE
    const after = afterwards[number % afterwards.length] ?? 'keep'
    const twin = place === TWIN ? sources[number - (TWIN - TWIN_OF)] : undefined
    const grows = place === GROWS && left-- > 0
    sources.push({
      number,
      after,
      path: `day ${number % FOLDERS_IN_EACH}/${number}.bin`,
      size: twin?.size ?? chooseSize(random),
      grows,
      isFixed: after !== 'keep' || grows || place === TWIN || place === TWIN_OF,
      seed: twin?.seed ?? number,
      sha256: ''
    })
  }
  return sources
}

function chooseSize (random) {
  const share = (random.below(PRECISION) / PRECISION) ** SKEW
  return Math.round(SMALLEST * (LARGEST / SMALLEST) ** share)
}

/** Bytes that are the same for the same seed. */
function bytesOf ({ seed, size }) {
  const key = Buffer.alloc(16)
  key.writeUInt32BE(seed)
  return createCipheriv('aes-128-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(size))
}

const sumOf = (bytes) => createHash('sha256').update(bytes).digest('hex')

/**
 * Writes a file as copies do: it has its name from the beginning, and grows.
 * @param {string} root
 * @param {Source} source
 * @param {number} growMs how long one that is slow takes
 */
export async function writeSource (root, source, growMs) {
  const path = join(root, source.after, source.path)
  mkdirSync(dirname(path), { recursive: true })
  const bytes = bytesOf(source)
  source.sha256 = sumOf(bytes)
  if (!source.grows) return writeFile(path, bytes)
  const pieces = Math.ceil(growMs / LONGEST_PAUSE_MS)
  const piece = Math.ceil(bytes.length / pieces)
  const file = await open(path, 'w')
  for (let at = 0; at < bytes.length; at += piece) {
    await file.write(bytes.subarray(at, at + piece))
    await delay(growMs / pieces)
  }
  await file.close()
}

/** Puts other bytes in the place of a file at once, as rsync does. */
export async function changeSource (root, source, random) {
  const path = join(root, source.after, source.path)
  const temporary = join(dirname(path), `.${source.number}.tmp`)
  const before = source.sha256
  source.seed += PRECISION
  source.size = chooseSize(random)
  const bytes = bytesOf(source)
  await writeFile(temporary, bytes)
  source.sha256 = sumOf(bytes)
  renameSync(temporary, path)
  return before
}

/**
 * Checks that each source is where its drop folder should have put it, with its bytes, and that there is nothing else.
 * @param {string} root
 * @param {readonly Source[]} sources
 */
export async function checkSources (root, sources) {
  const broken = []
  const left = new Set(filesIn(root))
  for (const { after, path, sha256 } of sources) {
    const place = after === 'move' ? join(after, 'done', path) : join(after, path)
    const isThere = left.delete(place)
    if (after === 'delete' && isThere) broken.push(`${place} was not deleted`)
    if (after === 'delete') continue
    if (!isThere) broken.push(`${place} is gone`)
    else if (await sumOfFile(join(root, place)) !== sha256) broken.push(`${place} has other bytes`)
  }
  return [...broken, ...Array.from(left, (path) => `${path} is left`)]
}

/** How many sources are still where they came in, and should not be. */
export function countLeft (root, sources) {
  return sources.filter(({ after, path }) => after !== 'keep' && existsSync(join(root, after, path))).length
}

function filesIn (root) {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))
}

async function sumOfFile (path) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
