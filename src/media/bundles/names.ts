import { downloadName } from '../serve/disposition.js'

/** The limit of file systems, in bytes of UTF-8. */
const LONGEST_NAME = 255

/**
 * Names for the files of a ZIP, in their order: without folders, and each once. The first of equal ones keeps its name.
 */
export function namesInZip (filenames: readonly string[]): string[] {
  const used = new Set<string>()
  /** Where counting continues for a name. */
  const counts = new Map<string, number>()
  return filenames.map((filename) => {
    const plain = plainName(filename)
    let name = plain
    for (let count = counts.get(plain) ?? 2; used.has(name); count++) {
      name = numbered(plain, count)
      counts.set(plain, count + 1)
    }
    used.add(name)
    return name
  })
}

/** A name that begins like a drive would be a path for some programs. */
function plainName (filename: string): string {
  return downloadName(filename).replace(/^([a-z]):/i, '$1_')
}

function numbered (name: string, count: number): string {
  const dot = name.lastIndexOf('.')
  const extension = dot <= 0 ? '' : name.slice(dot)
  const end = ` (${count})${extension}`
  const stem = [...name.slice(0, name.length - extension.length)]
  while (stem.length > 1 && Buffer.byteLength(stem.join('')) + Buffer.byteLength(end) > LONGEST_NAME) stem.pop()
  return `${stem.join('')}${end}`
}
