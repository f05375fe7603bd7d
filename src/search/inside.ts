import type { Caller } from '../core/caller.js'
import { statement, type Dialect, type Sql } from '../database/sql.js'
import { hiddenFrom, projectsBelow, projectsClosed, projectsSeen } from '../items/seen-projects.js'
import { isBounded, isUnplacedOf, memberOf, roleAtTop } from '../items/sight.js'
import { rolesAmong, seesInside } from '../items/standing.js'
import type { Search } from './parameters.js'
import { exactTerm } from './terms.js'

/**
 * Where a search looks: in a project, or in what its caller sees. A few projects are a list of terms; more are a
 * condition on the project of each hit. A private project stands under the term of the project that it is in: where it
 * is not seen, its own term, `self`, takes it out.
 */

/** A larger list of projects is not a list of terms. */
const MOST_PROJECT_TERMS = 200

/** Who does not see everything. */
interface Eyes {
  readonly user: number
  readonly email: string
  /** Whether what is at the top is seen. */
  readonly atTop: boolean
}

/** What is below a project, for somebody or for everybody; or what somebody sees. */
export type Inside =
  | { readonly project: string, readonly eyes: Eyes | 'all' | 'public' }
  | { readonly project: null, readonly eyes: Eyes }

/** Where a search finds something: a hit has one of the terms and none of the others, or meets the condition. */
interface Places {
  /** Null for everywhere. */
  readonly terms: readonly string[] | null
  readonly unwanted: readonly string[]
  readonly inside: Inside | null
}

const EVERYWHERE: Places = { terms: null, unwanted: [], inside: null }
const under = (inside: Inside): Places => ({ ...EVERYWHERE, inside })

interface Found {
  readonly id: string
}

/** $1 project, $2 account, $3 limit */
const findBelow = statement<Found>('search_subtree', (sql) => `${projectsBelow(sql, '$1', '$2', 'all')} LIMIT $3`)
const findPublicBelow = statement<Found>('search_subtree_public', (sql) =>
  `${projectsBelow(sql, '$1', '$2', 'public')} LIMIT $3`)
/** The same, $4 user */
const findSeenBelow = statement<Found>('search_subtree_seen', (sql) =>
  `${projectsBelow(sql, '$1', '$2', { seenBy: '$4' })} LIMIT $3`)

/** $1 user, $2 account, $3 limit */
const findSeen = statement<Found>('search_seen', (sql) =>
  `${projectsSeen(sql, '$1', '$2', { atTop: false, limit: '$3' })} LIMIT $3`)
const findSeenFromTop = statement<Found>('search_seen_from_top', (sql) =>
  `${projectsSeen(sql, '$1', '$2', { atTop: true, limit: '$3' })} LIMIT $3`)

/** $1 user, $2 account, $3 limit */
const findHidden = statement<Found & { private: number }>('search_hidden', (sql) =>
  `${hiddenFrom(sql, '$1', '$2')} SELECT id, private FROM hidden LIMIT $3`)

/** $1 account, $2 user, $3 JSON list of projects: a row if the user is a member of one that is in one of them */
const findIsland = statement<Found>('search_island', (sql) => `
  SELECT project.id FROM projects AS project
  WHERE ${sql.among('project.project_id', sql.strings('$3'))} AND project.account_id = $1
    AND ${sql.among('project.id', memberOf(sql, '$2', '$1'))} LIMIT 1`)

/** $1 user, $2 account, $3 JSON list of projects, $4 e-mail or null for everybody's, $5 limit */
const findClosed = statement<Found>('search_closed', (sql) => `
  SELECT id FROM (${projectsClosed(sql, '$1', '$2')}) AS closed
  WHERE ${sql.among('project_id', sql.strings('$3'))}
    OR (CAST($4 AS text) IS NULL AND project_id IS NULL) OR (${isUnplacedOf('$4')}) LIMIT $5`)

/** The places of a search. Null if there are none: the project does not exist for the caller, or has nothing in it. */
export async function findPlaces (sql: Sql, caller: Caller, search: Search): Promise<Places | null> {
  const { within, project_id: projectId } = search
  if (within !== null) return placesWithin(sql, caller, search)
  if (!isBounded(caller)) return EVERYWHERE
  const eyes = eyesOf(caller)
  if (projectId !== null && projectId !== 'none') {
    if (!await seesInside(sql, caller, projectId)) return null
    const unwanted = await closedBeside(sql, caller, [projectId], 'nowhere')
    return unwanted === null ? under({ project: null, eyes }) : { ...EVERYWHERE, unwanted }
  }
  return await someSeen(sql, caller) ?? (eyes.atTop ? await allButHidden(sql, caller) : null) ??
    under({ project: null, eyes })
}

async function placesWithin (sql: Sql, caller: Caller, { within, publicOnly }: Search): Promise<Places | null> {
  const project = within!
  const { accountId, userId } = caller
  if (isBounded(caller) && !await seesInside(sql, caller, project)) return null
  const eyes = publicOnly ? 'public' : isBounded(caller) ? eyesOf(caller) : 'all'
  const limit = MOST_PROJECT_TERMS + 1
  const projects = typeof eyes === 'string'
    ? await sql.all(eyes === 'all' ? findBelow : findPublicBelow, [project, accountId, limit])
    : await sql.all(findSeenBelow, [project, accountId, limit, userId])
  if (projects.length === 0) return null
  if (projects.length === limit) return under({ project, eyes })
  const ids = projects.map(({ id }) => id)
  // Guests of a link see no projects, so that none has to be taken out.
  const unwanted = typeof eyes === 'string' ? [] : await closedBeside(sql, caller, ids, 'nowhere')
  if (unwanted === null) return under({ project, eyes })
  return { terms: ids.map((id) => exactTerm(accountId, 'project', id)), unwanted, inside: null }
}

/** The places of a caller who sees a few projects; null for more. */
async function someSeen (sql: Sql, caller: Caller): Promise<Places | null> {
  const { accountId, userId, email } = caller
  const { atTop } = eyesOf(caller)
  const limit = MOST_PROJECT_TERMS + 1
  const projects = await sql.all(atTop ? findSeenFromTop : findSeen, [userId, accountId, limit])
  if (projects.length === limit) return null
  const ids = projects.map(({ id }) => id)
  const unwanted = await closedBeside(sql, caller, ids, atTop ? 'of all' : 'of the caller')
  if (unwanted === null) return null
  const own = await rolesAmong(sql, caller, ids)
  return {
    terms: [
      ...ids.map((id) => exactTerm(accountId, 'project', id)),
      ...[...own.keys()].map((id) => exactTerm(accountId, 'self', id)),
      atTop ? exactTerm(accountId, 'project', null) : exactTerm(accountId, 'unplaced', email)
    ],
    unwanted,
    inside: null
  }
}

/** The places of a caller who sees all but a few projects. Null for more, or if a project in one of these is seen. */
async function allButHidden (sql: Sql, { accountId, userId }: Caller): Promise<Places | null> {
  const limit = MOST_PROJECT_TERMS + 1
  const hidden = await sql.all(findHidden, [userId, accountId, limit])
  if (hidden.length === limit) return null
  const ids = JSON.stringify(hidden.map(({ id }) => id))
  if (await sql.first(findIsland, [accountId, userId, ids]) !== undefined) return null
  return {
    ...EVERYWHERE,
    unwanted: hidden.flatMap(({ id, private: isPrivate }) => [
      exactTerm(accountId, 'project', id), ...isPrivate === 1 ? [exactTerm(accountId, 'self', id)] : []
    ])
  }
}

/**
 * The terms of private projects that the caller does not see, and that are in one of a list, or at the top: all of
 * these, those that the caller owns, or none. Null if they are too many.
 */
async function closedBeside (
  sql: Sql, caller: Caller, parents: readonly string[], atTop: 'of all' | 'of the caller' | 'nowhere'
): Promise<string[] | null> {
  const { accountId, userId, email, hasPrivate } = caller
  if (!hasPrivate) return []
  const owner = { 'of all': null, 'of the caller': email, nowhere: '' }[atTop]
  const limit = MOST_PROJECT_TERMS + 1
  const rows = await sql.all(findClosed, [userId, accountId, JSON.stringify(parents), owner, limit])
  return rows.length === limit ? null : rows.map(({ id }) => exactTerm(accountId, 'self', id))
}

function eyesOf (caller: Caller): Eyes {
  return { user: caller.userId, email: caller.email, atTop: roleAtTop(caller) !== null }
}

/** The condition of an item `i` of the index. `add` makes a parameter of a value. */
export function insideCondition (
  sql: Dialect, { project, eyes }: Inside, accountId: number, add: (value: string | number) => string
): string {
  const oneOf = (column: string, values: string) => `i.${column} IN (${hashed(sql, values)})`
  if (typeof eyes === 'string') return oneOf('project_id', projectsBelow(sql, add(project!), add(accountId), eyes))
  const { user, email, atTop } = eyes
  const isNotClosed = `NOT ${oneOf('item_id', `SELECT id FROM (${projectsClosed(sql, add(user), add(accountId))}) AS closed`)}`
  if (project !== null) {
    return `(${oneOf('project_id', projectsBelow(sql, add(project), add(accountId), { seenBy: add(user) }))} AND ${isNotClosed})`
  }
  const isMember = oneOf('item_id', memberOf(sql, add(user), add(accountId)))
  if (atTop) {
    const hidden = `${hiddenFrom(sql, add(user), add(accountId))} SELECT id FROM hidden`
    return `((i.project_id IS NULL OR NOT ${oneOf('project_id', hidden)} OR ${isMember}) AND ${isNotClosed})`
  }
  const owner = sql.name === 'sqlite'
    ? "json_extract(i.facets, '$.owner[0]')"
    : "CAST(i.facets AS json) #>> '{owner,0}'"
  const seen = projectsSeen(sql, add(user), add(accountId), { atTop: false })
  return `((${oneOf('project_id', seen)} OR ${isMember}
    OR (${isUnplacedOf(add(email), { project: 'i.project_id', owner })})) AND ${isNotClosed})`
}

/**
 * The values of a query for `IN`. PostgreSQL expects so many rows of a recursive query that it would not hash them, but
 * compare each item with each. It always hashes the elements of an array.
 */
function hashed (sql: Dialect, values: string): string {
  return sql.name === 'postgresql' ? `SELECT unnest(ARRAY(${values}))` : values
}
