import { toItemId } from '../basics/ids.js'
import type { Page, Together } from '../basics/page.js'
import type { Unit } from '../core/unit.js'
import type { Caller } from '../core/caller.js'
import type { ItemType } from '../core/item-type.js'
import { statement, type Statement } from '../database/sql.js'
import { ProjectNotFound } from '../errors.js'
import { assetKind, projectKind } from '../items/kinds.js'
import { isOpen } from '../items/seen-projects.js'
import { isBounded } from '../items/sight.js'
import { requireRight, seesInside } from '../items/standing.js'
import type { ItemStatements, ListedItem, ListedTogether } from '../items/statements.js'

/** $5 user: the subprojects that are not private, or of which the user is a member. */
const seenOnly = isOpen('projects', '$5', '$2')
const seenChildren = projectKind.statements.childrenWhere('children_seen', seenOnly)
const seenTogether = projectKind.statements.childrenTogetherWhere('children_seen_together', seenOnly)

/** Whether some subprojects of a project that the caller sees may not be seen. */
function mayHide (caller: Caller): boolean {
  return isBounded(caller) && caller.hasPrivate
}

/** Pages of the active items of one kind that are directly in a project, and that the caller sees. */
export function childrenOf ({ type, statements }: { type: ItemType, statements: ItemStatements }) {
  const isClosed = async ({ caller, reads }: Unit, projectId: string) =>
    isBounded(caller) && !await seesInside(reads.sql, caller, projectId)
  const hides = (caller: Caller) => type === 'project' && mayHide(caller)
  return {
    read: async (unit: Unit, projectId: string, { after, limit }: Page): Promise<ListedItem[]> => {
      const { caller, reads } = unit
      if (await isClosed(unit, projectId)) return []
      const parameters = [projectId, caller.accountId, after, limit]
      return hides(caller)
        ? reads.sql.all(seenChildren, [...parameters, caller.userId])
        : reads.sql.all(statements.children, parameters)
    },
    readTogether: async (unit: Unit, projectId: string, { after, limit }: Page): Promise<Together | null> => {
      const { caller, reads } = unit
      if (await isClosed(unit, projectId)) return nothingAfter(after)
      const parameters = [projectId, caller.accountId, after, limit]
      const page = hides(caller)
        ? await reads.sql.first(seenTogether, [...parameters, caller.userId])
        : await reads.sql.first(statements.childrenTogether, parameters)
      return presentTogether(page!, after)
    },
    readLarge: async ({ caller, reads }: Unit, projectId: string, id: string): Promise<string | null> =>
      (await reads.sql.first(statements.child, [projectId, caller.accountId, id]))?.json ?? null
  }
}

const nothingAfter = (after: string): Together => ({ json: '', count: 0, last: after })

/** $1 project, $2 account, $3 after this id, $4 limit: a row if the project exists */
const contentsWith = (name: string, subprojects: Statement<ListedTogether>) => statement<ContentsRow>(name, (sql) => {
  const columns = (name: string) => ['count', 'written', 'last', 'json'].map((column) =>
    `page_of_${name}.${column} AS ${name}_${column}`).join(', ')
  return `
    SELECT ${columns('assets')}, ${columns('subprojects')}
    FROM projects AS project, (${assetKind.statements.childrenTogether.text(sql)}) AS page_of_assets,
      (${subprojects.text(sql)}) AS page_of_subprojects
    WHERE project.id = $1 AND project.account_id = $2`
})

const contents = contentsWith('projects_contents', projectKind.statements.childrenTogether)
/** The same, $5 user */
const seenContents = contentsWith('projects_contents_seen', seenTogether)

type ContentsRow = { readonly [Column in `${'assets' | 'subprojects'}_${keyof ListedTogether}`]: never }

/**
 * The content of a project, a page of assets and one of projects, by one statement: three would take half as long again
 * on PostgreSQL. Throws ProjectNotFound.
 */
export async function readContents ({ caller, reads }: Unit, sentId: string, { after, limit }: Page) {
  const id = toItemId(sentId)
  const row = id === null
    ? undefined
    : mayHide(caller)
      ? await reads.sql.first(seenContents, [id, caller.accountId, after, limit, caller.userId])
      : await reads.sql.first(contents, [id, caller.accountId, after, limit])
  if (row === undefined) throw new ProjectNotFound()
  if (isBounded(caller)) {
    await requireRight(projectKind, reads.sql, caller, id!, 'read')
    const isEmpty = !await seesInside(reads.sql, caller, id!)
    if (isEmpty) return { assets: nothingAfter(after), subprojects: nothingAfter(after) }
  }
  const pageOf = (name: 'assets' | 'subprojects') => presentTogether({
    count: row[`${name}_count`],
    written: row[`${name}_written`],
    last: row[`${name}_last`],
    json: row[`${name}_json`]
  }, after)
  return { assets: pageOf('assets'), subprojects: pageOf('subprojects') }
}

/** Null if an item of the page is large. */
function presentTogether ({ count, written, last, json }: ListedTogether, after: string): Together | null {
  return written === count ? { json: json ?? '', count, last: last ?? after } : null
}
