import { readBytes, withFile } from '../../basics/read-file.js'

/** How much of a file is looked at. Comments may stand before the page. */
const LOOKED_AT = 16 * 1024

const NOT_CONTENT = /^(?:\s+|<!--[^]*?-->|<\?xml[^]*?\?>)/
const PAGE = /^<(?:!doctype\s+html|html|head|body|script|title|meta)[\s>]/i
const NAMED_PAGE = /\.html?$/i

/** Whether a file begins as a web page and is not named as one: some servers send a page in place of a file. */
export async function isUnwantedPage (path: string, filename: string): Promise<boolean> {
  if (NAMED_PAGE.test(filename.trim())) return false
  return isPage(await withFile(path, (file) => readBytes(file, 0, LOOKED_AT)))
}

function isPage (bytes: Buffer): boolean {
  let rest = new TextDecoder(encodingOf(bytes)).decode(bytes)
  for (let before = ''; before !== rest;) {
    before = rest
    rest = rest.replace(NOT_CONTENT, '')
  }
  return PAGE.test(rest)
}

function encodingOf ([first, second]: Buffer): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}
