import { comparableInAnyCase } from '../../basics/texts.js'
import { cleanName, cutName, lastName, partsOf } from '../file-name.js'

/** In bytes of UTF-8. File systems take 255, and a number may come behind. */
const LONGEST_NAME = 240
const UNNAMED = 'download'

/** Characters that Windows takes in no name. */
const REFUSED = /[<>:"|?*\p{Cc}]/gu
/** Names of devices of Windows, which it knows with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?=[\s.]|$)/iu
const DOT_OR_SPACE = /[.\s]/

/**
 * Names for the files of a ZIP, in their order, as Windows, macOS and Linux take them: without folders, and each once
 * whatever the case. The first of equal ones keeps its name.
 */
export function namesInZip (filenames: readonly string[]): string[] {
  const used = new Set<string>()
  /** Where counting continues for a name. */
  const counts = new Map<string, number>()
  return filenames.map((filename) => {
    const plain = plainName(filename)
    let name = plain
    // Some file systems take names for one that differ only in case.
    let count = counts.get(comparableInAnyCase(plain)) ?? 2
    for (; used.has(comparableInAnyCase(name)); count++) name = numbered(plain, count)
    counts.set(comparableInAnyCase(plain), count)
    used.add(comparableInAnyCase(name))
    return name
  })
}

function plainName (filename: string): string {
  const name = cleanName(lastName(filename)).normalize('NFC').replace(REFUSED, '_')
  if (name === '') return UNNAMED
  return withoutEnd(cutName(withoutEnd(name).replace(DEVICE, (device) => `${device}_`), LONGEST_NAME))
}

/** Windows drops dots and spaces at the end. A pattern with `$` would take quadratic time. */
function withoutEnd (name: string): string {
  let end = name.length
  while (end > 0 && DOT_OR_SPACE.test(name[end - 1]!)) end--
  return name.slice(0, end) + '_'.repeat(name.length - end)
}

/** The name with a number before its extension. */
export function numbered (name: string, count: number): string {
  const { stem, extension } = partsOf(name)
  return `${stem} (${count})${extension}`
}
