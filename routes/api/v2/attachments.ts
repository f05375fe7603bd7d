import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type, type TString } from '@sinclair/typebox'
import { MOST_ATTACHMENTS } from '#src/attachments/attachments.js'
import { withoutSecrets } from '#src/basics/secrets.js'
import { RoleRefused, TooMany } from '#src/errors.js'
import { AttachmentNotFound } from '#src/attachments/errors.js'
import { PageQuery, section, sendPagedList } from '#src/http/list.js'
import { NoParameters } from '#src/http/schemas.js'
import type { ItemKind } from '#src/items/kinds.js'
import type { AssetRow, ProjectRow } from '#src/items/rows.js'
import {
  AttachmentParams, AttachmentsReply, attachmentsTag, NewAttachmentBody, NewAttachmentReply, UpdateAttachmentBody,
  UpdateAttachmentReply
} from './assets/_asset_id/attachments/schemas.js'
import { done, replies } from './schemas.js'

/** A kind of item with attachments. */
interface Holder<Row extends AssetRow | ProjectRow> {
  readonly kind: ItemKind<Row>
  /** The id in the path, as the holder's other routes describe it. */
  readonly id: TString
  /** For the `operationId`, and for sentences. */
  readonly name: 'Asset' | 'Project'
  readonly article: 'an' | 'a'
}

/** The routes of the attachments of an item. */
export function attachmentsOf<Row extends AssetRow | ProjectRow> (
  { kind, id, name, article }: Holder<Row>
): FastifyPluginAsyncTypebox {
  const params = Type.Object({ [`${kind.type}_id`]: id })
  const ofOne = Type.Object({ ...params.properties, ...AttachmentParams })
  const missing = new kind.NotFound()
  const item = `${article} ${kind.type}`
  const itemIdOf = (sent: unknown) => (sent as Readonly<Record<string, string>>)[`${kind.type}_id`]!
  const attachmentIdOf = (sent: unknown) => (sent as { readonly attachment_id: string }).attachment_id

  return async function attachments (app) {
    app.get('/', {
      schema: {
        operationId: `list${name}Attachments`,
        tag: attachmentsTag,
        summary: `List the attachments of ${item}`,
        description: `The list includes attachments of comments. ${name === 'Asset' ? 'An asset' : 'A project'} has at most ${MOST_ATTACHMENTS} attachments.`,
        params,
        querystring: PageQuery,
        response: replies({ 200: AttachmentsReply }, missing)
      }
    }, async function listAttachments (request, reply) {
      const { unit } = request
      const itemId = await app.attachments.require(kind, unit, itemIdOf(request.params))
      const present = await app.attachments.presenter(unit, app.publicUrls.of(request))
      return sendPagedList(request, reply, [section({
        name: 'attachments',
        descending: true,
        read: (page) => app.attachments.list(unit, itemId, page),
        keyOf: (attachment) => attachment.id,
        toJson: ({ description, ...row }) =>
          description === null ? null : JSON.stringify(present({ ...row, description })),
        readLarge: async (attachment) => {
          const whole = await app.attachments.readLarge(unit, itemId, attachment.id)
          return whole && JSON.stringify(present(whole))
        }
      })])
    })

    app.post('/', {
      config: { inRun: true, keptAnswer: withoutSecrets, prepare: app.media.prepareToSign },
      schema: {
        operationId: `add${name}Attachment`,
        tag: attachmentsTag,
        summary: `Attach a file to ${item}`,
        description: 'The answer has an upload. The attachment is ready when its file has been sent to the URL of the upload.',
        params,
        querystring: NoParameters,
        body: NewAttachmentBody(app.config.MEDIA_MAX_BYTES),
        response: replies(
          { 200: NewAttachmentReply }, missing, new RoleRefused(), new TooMany(`${MOST_ATTACHMENTS} attachments`)
        )
      }
    }, async function addAttachment (request) {
      const { unit, params, body } = request
      const baseUrl = app.publicUrls.of(request)
      const { row, upload } = await app.attachments.add(kind, unit, itemIdOf(params), body, baseUrl)
      const present = await app.attachments.presenter(unit, baseUrl)
      return { attachment: present(row), upload }
    })

    app.post('/:attachment_id', {
      schema: {
        operationId: `update${name}Attachment`,
        tag: attachmentsTag,
        summary: `Change an attachment of ${item}`,
        description: 'All users who may attach files can change an attachment. An attachment of a comment can only be changed by the author of the comment, and by users who may delete the comment.',
        params: ofOne,
        querystring: NoParameters,
        body: UpdateAttachmentBody,
        response: replies({ 200: UpdateAttachmentReply }, missing, new AttachmentNotFound(), new RoleRefused())
      }
    }, async function updateAttachment (request) {
      const { unit, params, body } = request
      const row = await app.attachments.update(kind, unit, itemIdOf(params), attachmentIdOf(params), body)
      const present = await app.attachments.presenter(unit, app.publicUrls.of(request))
      return { attachment: present(row) }
    })

    app.delete('/:attachment_id', {
      schema: {
        operationId: `remove${name}Attachment`,
        tag: attachmentsTag,
        summary: `Remove an attachment of ${item}`,
        description: 'The file is deleted, or its upload is cancelled. All users who may change the attachment can remove it.',
        params: ofOne,
        querystring: NoParameters,
        response: replies(done('Attachment removed'), missing, new AttachmentNotFound(), new RoleRefused())
      }
    }, async function removeAttachment ({ unit, params }) {
      await app.attachments.remove(kind, unit, itemIdOf(params), attachmentIdOf(params))
      return { ok: 'Attachment removed' }
    })
  }
}
