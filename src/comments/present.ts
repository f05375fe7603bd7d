import type { Static } from '@sinclair/typebox'
import { calledToGuests } from '../access/user-name.js'
import { presentAttachment } from '../attachments/rows.js'
import type { SignUrl } from '../media/serve/signed-urls.js'
import type { Drawing } from './drawing.js'
import { Comment, commentOfGuests } from './schema.js'
import { mentionGroupsOf, mentionsOf, type Area, type WholeComment } from './rows.js'

/** Without `sign` its attachments have no URLs. */
export function presentComment (row: WholeComment, sign: SignUrl | null = null): Static<typeof Comment> {
  const { id, text, user_id: userId, author, internal, reply_to: replyTo, time, duration, page, area, drawing } = row
  return {
    id,
    text,
    user_id: userId,
    author,
    guest: row.guest_name !== null,
    internal: Boolean(internal),
    reply_to: replyTo,
    time,
    duration,
    page,
    area: area === null ? null : JSON.parse(area) as Area,
    /** Parsed when it is read: most consumers of an event do not, and it may be long. */
    get drawing () { return drawing === null ? null : JSON.parse(drawing) as Drawing },
    mentions: mentionsOf(row),
    mention_groups: mentionGroupsOf(row),
    media_id: row.media_id,
    version: row.version,
    attachments: row.attachments.map((attachment) =>
      presentAttachment(attachment, sign === null ? null : sign('download', attachment.file_id))),
    done: Boolean(row.done),
    created_at: row.created_at,
    updated_at: row.updated_at
  }
}

/** The same for guests. */
export function presentCommentToGuests (row: WholeComment) {
  return { ...commentOfGuests.of(presentComment(row)), author: calledToGuests(row) }
}

/** A comment as JSON. Its drawing, which may be long, is put in as it is stored. */
export function writeComment (
  row: WholeComment, present: (row: WholeComment) => object = (each) => presentComment(each)
): string {
  const json = JSON.stringify(present({ ...row, drawing: null }))
  // In a text, the quotes would be escaped.
  return row.drawing === null ? json : json.replace(',"drawing":null,', () => `,"drawing":${row.drawing!},`)
}

export function writeCommentToGuests (row: WholeComment): string {
  return writeComment(row, presentCommentToGuests)
}
