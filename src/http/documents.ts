import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const LINK = /(!?)\[([^\][]*)\]\(([^()\s]*)\)/g

/** For those who work on the sources: not in the package, either. */
const INSIDE = /^(?:development|notebook)\//

/** The files of a folder of documents that are served: texts and their pictures, with their paths in the folder. */
export function listDocuments (folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/')).filter((name) => /\.(?:md|png)$/.test(name) && !INSIDE.test(name)).sort()
}

/** Takes off the links of a document that lead out of what is served. An address elsewhere stays readable. */
export function withoutOutsideLinks (text: string, document: string, served: ReadonlySet<string>): string {
  return text.replace(LINK, (link, isPicture: string, shown: string, target: string) => {
    const [path = ''] = target.split('#')
    if (path === '') return link
    if (/^[a-z]+:/i.test(path)) return shown === target ? shown : `${shown} (${target})`
    const file = join(document, '..', path).replaceAll('\\', '/')
    return served.has(file) ? link : isPicture === '' ? shown : ''
  })
}

/** The title and the first sentence of a document: lists, tables and drawings have none. */
export function describeDocument (text: string): { title: string, sentence: string } {
  const title = /^# (.+)$/m.exec(text)?.[1] ?? ''
  const paragraphs = text.replace(/^```[^]*?^```/gm, '').split(/\n\n+/)
  const paragraph = paragraphs.find((each) => /^[A-Z`]/.test(each)) ?? ''
  const plain = paragraph.replaceAll('\n', ' ').replace(LINK, '$2').replaceAll('`', '')
  const end = /\.(?:\s|$)/.exec(plain)?.index
  return { title, sentence: end === undefined ? plain : plain.slice(0, end + 1) }
}
