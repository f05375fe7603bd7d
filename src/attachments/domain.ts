import type { Domain } from '../domain.js'
import { attachmentEvents } from './events.js'
import { attachmentHolder, attachmentRelease } from './follow.js'
import { attachmentLine } from './line.js'
import { Attachment } from './schema.js'

export const attachments: Domain = {
  name: 'attachments',
  tables: ['attachments'],
  words: /attachment/i,
  otherwise: /^(?:http\/markers|media\/serve\/disposition)/,
  uses: ['comments'],
  things: { attachment: { schema: Attachment, guests: null } },
  events: attachmentEvents,
  release: attachmentRelease,
  line: attachmentLine,
  holder: attachmentHolder
}
