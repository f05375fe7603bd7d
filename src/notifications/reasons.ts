import type { EventKind } from '../core/events/kinds.js'
import type { RecordedEvent } from '../core/events/record.js'
import type { Transaction } from '../core/transact.js'
import { statement } from '../database/sql.js'
import type { NotificationKind } from './kinds.js'

/** A user who may be told, and why. The same user may follow again with another reason. */
export type Reason = readonly [userId: number, kind: NotificationKind]

/** What an event tells, and to whom: the first reason first. */
export interface Told {
  readonly reasons: readonly Reason[]
  readonly item: { readonly type: 'asset' | 'project', readonly id: string } | null
  readonly commentId?: number
  readonly approvalId?: number
  readonly text: string | null
}

interface Comment {
  readonly id: number
  readonly text: string
  readonly guest: boolean
  readonly reply_to: number | null
}

interface Approval {
  readonly id: number
  readonly user_id: number
  readonly asked_by: number
  readonly text: string | null
}

interface Ids {
  readonly id: number
}

/** $1 account, $2 e-mail */
const findOwner = statement('notifications_owner', () => 'SELECT id FROM users WHERE account_id = $1 AND email = $2')

/** $1 account, $2 link */
const findMaker = statement('notifications_maker', () => 'SELECT user_id AS id FROM links WHERE account_id = $1 AND id = $2')

/** $1 account */
const findAdministrators = statement('notifications_administrators', () => `
  SELECT id FROM users WHERE account_id = $1 AND admin AND disabled_at IS NULL ORDER BY id`)

/** $1 comment, $2 account: the author, 0 for a guest */
const findAuthor = statement('notifications_author', () => `
  SELECT user_id AS id FROM comments WHERE id = $1 AND account_id = $2`)

/** $1 comment, $2 account, $3 before this reply: who has replied, the last one first */
const listRepliers = statement('notifications_repliers', () => `
  SELECT user_id AS id FROM comments WHERE reply_to = $1 AND account_id = $2 AND id < $3 AND user_id <> 0
  GROUP BY user_id ORDER BY MAX(id) DESC`)

/** $1 asset, $2 account: approvals that another file takes back */
const listDecided = statement('notifications_decided', () => `
  SELECT id, user_id FROM approvals WHERE asset_id = $1 AND account_id = $2 AND status <> 'pending' ORDER BY id`)

type Find = (tx: Transaction, event: RecordedEvent) => Promise<Told[]> | Told[]

const finders: Partial<Record<EventKind, Find>> = {
  ASSET_ADDED_COMMENT: ofNewComment,
  PROJECT_ADDED_COMMENT: ofNewComment,
  ASSET_EDITED_COMMENT: ofMentions,
  PROJECT_EDITED_COMMENT: ofMentions,
  ASSET_ADDED_APPROVAL: (_tx, event) => [ofApproval(event, ({ user_id: userId }) => [userId, 'approval_asked'])],
  ASSET_APPROVED: (_tx, event) => [ofApproval(event, ({ asked_by: askedBy }) => [askedBy, 'approval_decided'])],
  ASSET_REJECTED: (_tx, event) => [ofApproval(event, ({ asked_by: askedBy }) => [askedBy, 'approval_decided'])],
  ASSET_FINISHED_INGEST: ofNewVersion,
  NOTIFICATION_ADDED: ofDisabledWebhook
}

/**
 * What an event tells, before other consumers follow it: approvals are still those from before a new file. Nothing for
 * most events.
 */
export async function reasonsOf (tx: Transaction, event: RecordedEvent): Promise<Told[]> {
  return await finders[event.event]?.(tx, event) ?? []
}

async function ofNewComment (tx: Transaction, event: RecordedEvent): Promise<Told[]> {
  const { sql, caller: { accountId } } = tx
  const { comment } = event.data as unknown as { comment: Comment }
  const reasons: Reason[] = mentionsOf(event)
  const add = (rows: readonly Ids[], kind: NotificationKind) => {
    reasons.push(...rows.filter(({ id }) => id !== 0).map(({ id }): Reason => [id, kind]))
  }
  if (comment.reply_to !== null) {
    add(await sql.all<Ids>(findAuthor, [comment.reply_to, accountId]), 'reply')
    add(await sql.all<Ids>(listRepliers, [comment.reply_to, accountId, comment.id]), 'reply')
  }
  const { owner } = (event.data!.asset ?? event.data!.project) as { owner: string }
  add(await sql.all<Ids>(findOwner, [accountId, owner]), 'comment')
  const { link_id: linkId } = event.targets
  if (linkId !== undefined) add(await sql.all<Ids>(findMaker, [accountId, linkId]), 'guest_comment')
  return [toldOfComment(event, comment, reasons)]
}

/** After a change only those are told who were not mentioned before. */
function ofMentions (_tx: Transaction, event: RecordedEvent): Told[] {
  const { comment } = event.data as unknown as { comment: Comment }
  return [toldOfComment(event, comment, mentionsOf(event))]
}

function mentionsOf ({ mentioned = [] }: RecordedEvent): Reason[] {
  return mentioned.map((userId) => [userId, 'mention'])
}

function toldOfComment (event: RecordedEvent, { id, text }: Comment, reasons: readonly Reason[]): Told {
  return { reasons, item: itemOf(event), commentId: id, text }
}

function ofApproval (event: RecordedEvent, reasonOf: (approval: Approval) => Reason): Told {
  const { approval } = event.data as unknown as { approval: Approval }
  return { reasons: [reasonOf(approval)], item: itemOf(event), approvalId: approval.id, text: approval.text }
}

/** Each is a notification of an approval of its own. */
async function ofNewVersion ({ sql, caller }: Transaction, event: RecordedEvent): Promise<Told[]> {
  const item = itemOf(event)!
  const decided = await sql.all<{ id: number, user_id: number }>(listDecided, [item.id, caller.accountId])
  return decided.map(({ id, user_id: userId }) =>
    ({ reasons: [[userId, 'new_version']], item, approvalId: id, text: null }))
}

async function ofDisabledWebhook ({ sql, caller }: Transaction, { targets }: RecordedEvent): Promise<Told[]> {
  if (targets.webhook_id === undefined) return []
  const administrators = await sql.all<Ids>(findAdministrators, [caller.accountId])
  return [{ reasons: administrators.map(({ id }) => [id, 'webhook_disabled']), item: null, text: null }]
}

function itemOf ({ targets }: RecordedEvent): Told['item'] {
  const { asset_id: assetId, project_id: projectId } = targets
  return assetId !== undefined
    ? { type: 'asset', id: String(assetId) }
    : projectId === undefined ? null : { type: 'project', id: String(projectId) }
}
