import { dirname, join, relative, sep } from 'node:path'

const root = join(import.meta.dirname, '..')

/** The floors from the ground up. The longest matching path counts. */
const floors = [
  ['prisma/generated'],
  ['src/errors.ts'],
  ['src/basics'],
  ['src/work/workers', 'src/work/turns'],
  ['src/database'],
  ['src/core'],
  ['src/work/claims', 'src/work/pieces'],
  ['src/tokens'],
  ['src/mail/outbox'],
  ['src/access'],
  ['src/outbound'],
  ['src/process'],
  ['src/http'],
  ['src/idempotency'],
  ['src/external-ids'],
  ['src/openapi'],
  ['src/items'],
  ['src/groups'],
  ['src/changes/log'],
  ['src/favorites'],
  ['src/metrics'],
  ['src/work/loop'],
  ['src/trash'],
  ['src/locations'],
  ['src/media'],
  ['src/attachments'],
  ['src/webhooks'],
  ['src/fields'],
  ['src/projects'],
  ['src/assets'],
  ['src/members'],
  ['src/history'],
  ['src/domain.ts'],
  ['declarations'],
  ['src/domains.ts'],
  ['src/lines', 'src/included'],
  ['src/search'],
  ['src/upgrade'],
  ['src/links', 'src/ejects'],
  ['src/changes'],
  ['src/bulk'],
  ['src/transfer'],
  ['src/actions'],
  ['src/consumers.ts', 'src/releases.ts'],
  ['routes'],
  // Plugins are around the routes: one makes the API document of their schemas.
  ['plugins'],
  ['src/app.ts'],
  ['src/operations'],
  ['src/doctor'],
  ['src/mcp'],
  ['src/cli'],
  ['src/server.ts'],
  // A client of the API: nothing may import it.
  ['console']
]

const rooms = floors.flatMap((names, floor) => names.map((name) => ({ name, floor })))
  .sort((a, b) => b.name.length - a.name.length)

/** A folder of src that is not listed is a domain. */
const domains = floors.findIndex((names) => names.includes('src/members'))

/** What a domain says of itself may name all that is in its folder, whatever is above or below it there. */
const DECLARATION = /^src\/([^/]+)\/domain\.ts$/

function roomOf (path) {
  if (DECLARATION.test(path)) return { name: 'declarations', floor: floors.findIndex(([name]) => name === 'declarations') }
  const [folder] = /^src\/[^/]+(?=\/)/.exec(path) ?? []
  return rooms.find(({ name }) => path === name || path.startsWith(`${name}/`)) ??
    (folder === undefined ? undefined : { name: folder, floor: domains })
}

/** Imports must lead to lower floors, or stay in the same folder. */
export const importsRunDown = {
  meta: { type: 'problem', schema: [] },
  create (context) {
    const path = relative(root, context.filename).split(sep).join('/')
    const here = roomOf(path)
    if (here === undefined) return {}
    const { name, floor } = here

    function check ({ source }) {
      if (typeof source?.value !== 'string' || !/^(?:\.|#src\/)/.test(source.value)) return
      const target = source.value.startsWith('#')
        ? source.value.slice(1)
        : join(dirname(path), source.value).split(sep).join('/')
      if (DECLARATION.test(path) && target.startsWith(`${dirname(path)}/`)) return
      const there = roomOf(target.replace(/\.js$/, '.ts'))
      if (there !== undefined && there.name !== name && there.floor >= floor) {
        context.report({
          node: source,
          message: `${there.name} is not below ${name}, which must not import from it: see docs/architecture.md`
        })
      }
    }
    return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check }
  }
}
