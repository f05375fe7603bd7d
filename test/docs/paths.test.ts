import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { projectRoot } from '../../src/basics/paths.js'
import { documents, readDocument } from '../helper/documents.js'

const FOLDERS = 'bench|client|console|docs|lint|plugins|prisma|proof|routes|scripts|src|test|\\.ci'
/** Files that the documents show how to add. */
const EXAMPLES = /publish|notes|colour|types\/url\.ts$|^upload-page\.mjs$/
/** The client is generated, and git does not keep it. */
const GENERATED = /^(client\/generated|prisma\/generated|dist|data)\b/
/** Paths of the service. */
const SERVED = /^\/client\.(?:js|d\.ts)$/

const pages = [...documents, ...['routes', 'src', 'plugins', 'proof'].map((folder) => `${folder}/README.md`)]

const files = readdirSync(projectRoot)
  .filter((name) => !['node_modules', '.git', 'dist', 'data', '.tap'].includes(name))
  .flatMap((name) =>
    statSync(join(projectRoot, name)).isDirectory()
      ? [`${name}/`, ...readdirSync(join(projectRoot, name), { recursive: true, withFileTypes: true })
          .map((entry) => `${entry.parentPath.slice(projectRoot.length + 1)}/${entry.name}${entry.isDirectory() ? '/' : ''}`)]
      : [name])

/** Whether a path, or the end of one, is there. `…` and `*` stand for anything. */
function exists (path: string): boolean {
  const pattern = path.replace(/[.+()[\]]/g, '\\$&').replace(/…|\*/g, '.*')
  const whole = new RegExp(`^(?:.*/)?${pattern}${path.endsWith('/') ? '' : '/?'}$`)
  return files.some((file) => whole.test(file))
}

t.test('Every path in the documents leads to a file or a folder', async (t) => {
  const paths = new RegExp(`^(?:(?:${FOLDERS})/[\\w…*./-]*|[\\w…*./-]+\\.(?:ts|tsx|js|mjs|md|prisma))$`)
  let count = 0
  for (const page of pages.filter((page) => page !== 'CHANGELOG.md')) {
    for (const [, text] of readDocument(page).replace(/^```.*?^```/gms, '').matchAll(/`([^`\s]+)`/g)) {
      if (!paths.test(text!) || EXAMPLES.test(text!) || GENERATED.test(text!) || SERVED.test(text!)) continue
      count++
      t.ok(exists(text!), `${page}: ${text}`)
    }
  }
  t.ok(count > 200, `${count} paths`)
})

t.test('The drawings of docs/architecture.md show folders and files that exist, and every folder of src/', async (t) => {
  const drawings = [...readDocument('docs/architecture.md').matchAll(/^```\n(.*?)^```/gms)].map(([, drawing]) => drawing!)
  t.equal(drawings.length, 4)
  const paths = drawings.join().split(/[\s,:()│]+/).filter((word) => /\/$|\.ts$/.test(word))
  t.ok(paths.length > 90, `${paths.length} paths`)
  for (const path of paths) t.ok(exists(path), path)
  const text = readDocument('docs/architecture.md')
  const named = (name: string) => new RegExp(`\\b${name}/`).test(text)
  // src/domains.ts has the domains.
  const folders = readdirSync(join(projectRoot, 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !existsSync(join(projectRoot, 'src', entry.name, 'domain.ts')))
  t.strictSame(folders.map(({ name }) => name).filter((name) => !named(name)), [],
    'a folder of src/ that docs/architecture.md does not name: add it to the first drawing, and to the glossary if its words are new; or give it a domain.ts, if it is a domain')
})
