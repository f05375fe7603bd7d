import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../src/basics/paths.js'

/** The pages of a folder, also of the folders in it. */
const pagesOf = (folder: string) => readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md')).sort().map((name) => `${folder}/${name}`)

/** The pages for users, and for those who work on the sources, in reading order. */
export const documents = [
  'README.md',
  ...pagesOf('docs'),
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'prisma/README.md'
]

export function readDocument (path: string): string {
  return readFileSync(join(projectRoot, path), 'utf8')
}

/** The fenced blocks of one language. */
export function blocksOf (path: string, language: string): string[] {
  return [...readDocument(path).matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, block]) =>
    block!
  )
}

/** The documented lines of TypeScript. Following ends here, by the first page: another change is made meanwhile. */
export function linesOfClient (): { first: string, upload: string, follow: string, receiver: string } {
  const [first, upload, follow, receiver] = blocksOf('docs/clients.md', 'ts') as [string, string, string, string]
  const ending = follow
    .replace('console.log(next)', "console.log(next, cutroom.POST('/api/v2/assets', { body: { title: 'Meanwhile' } }))")
    .replace(/\n\}\n*$/, '\n  break\n}\n')
  return { first, upload, follow: ending, receiver }
}
