import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type, type Static, type TString } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CommentChanges } from '#src/comments/change.js'
import { ATTACHMENTS_RULE } from '#src/attachments/of-comments.js'
import { REPLY_RULE } from '#src/comments/comments.js'
import { commentShare, pointShare, tooMany } from '#src/comments/room.js'
import { openMarkers } from '#src/comments/markers/markers.js'
import { presentComment, writeComment } from '#src/comments/present.js'
import type { WholeComment } from '#src/comments/rows.js'
import { InvalidParameter, RoleRefused, UserNotFound } from '#src/errors.js'
import { CommentNotFound, NoFrameRate, TooManyMentioned } from '#src/comments/errors.js'
import { MOST_MENTIONS } from '#src/comments/named.js'
import { NamedGroupNotFound } from '#src/groups/errors.js'
import { inspect } from '#src/http/inspect.js'
import { sendJson } from '#src/http/json.js'
import { PageQuery, section, sendPagedList } from '#src/http/list.js'
import { sendMarkers } from '#src/http/markers.js'
import { NoParameters } from '#src/http/schemas.js'
import { FOR_RULE, requireSheet } from '#src/http/sheets.js'
import type { ItemKind } from '#src/items/kinds.js'
import type { AssetRow, ProjectRow } from '#src/items/rows.js'
import {
  AssetCommentsQuery, AssetCommentsReply, CommentParams, CommentReply, CommentsReply, commentsTag,
  CreateAssetCommentBody, CreateAssetCommentReply, CreateProjectCommentBody, CreateProjectCommentReply,
  UpdateAssetCommentBody, UpdateAssetCommentReply, UpdateProjectCommentBody, UpdateProjectCommentReply
} from './assets/_asset_id/comments/schemas.js'
import { done, replies } from './schemas.js'

/** A kind of item with comments. */
interface Holder<Row extends AssetRow | ProjectRow> {
  readonly kind: ItemKind<Row>
  /** The id in the path, as the holder's other routes describe it. */
  readonly id: TString
  /** For the `operationId`, and for sentences. */
  readonly name: 'Asset' | 'Project'
  readonly article: 'an' | 'a'
}

/** The routes of the comments on an item. */
export function commentsOn<Row extends AssetRow | ProjectRow> (
  { kind, id, name, article }: Holder<Row>
): FastifyPluginAsyncTypebox {
  const params = Type.Object({ [`${kind.type}_id`]: id })
  const ofOne = Type.Object({ ...params.properties, ...CommentParams })
  const missing = new kind.NotFound()
  const item = `${article} ${kind.type}`
  const isAsset = kind.type === 'asset'
  const tooManyPoints = isAsset ? [tooMany(pointShare)] : []
  const ofMentions = [new UserNotFound('13'), new NamedGroupNotFound('3'), new TooManyMentioned(MOST_MENTIONS)]
  const itemIdOf = (sent: unknown) => (sent as Readonly<Record<string, string>>)[`${kind.type}_id`]!
  const commentIdOf = (sent: unknown) => (sent as { readonly comment_id: string }).comment_id

  return async function comments (app) {
    /** Writes comments with URLs of their attachments for the caller. */
    async function writerFor (request: FastifyRequest): Promise<(comment: WholeComment) => string> {
      const sign = await app.media.signerFor(request.caller, app.publicUrls.of(request))
      return (comment) => writeComment(comment, (row) => presentComment(row, sign))
    }

    async function sendComment (request: FastifyRequest, reply: FastifyReply, comment: WholeComment) {
      const write = await writerFor(request)
      return sendJson(reply, `{"comment":${write(comment)}}`)
    }

    app.get('/', {
      schema: {
        operationId: `list${name}Comments`,
        tag: commentsTag,
        summary: `List the comments on ${item}`,
        description: 'The list includes replies, which name the comment that they reply to.',
        params,
        querystring: isAsset ? AssetCommentsQuery : PageQuery,
        response: isAsset
          ? replies(
            { 200: AssetCommentsReply }, missing, new NoFrameRate(), new InvalidParameter('for', inspect('excel'), FOR_RULE)
          )
          : replies({ 200: CommentsReply }, missing)
      }
    }, async function listComments (request, reply) {
      const { unit, query } = request
      const { format, start, for: reader } = query as Static<typeof AssetCommentsQuery>
      if (format !== undefined) {
        return sendMarkers(reply, await openMarkers(unit, itemIdOf(request.params), { format, start, for: reader }))
      }
      requireSheet(reader, format)
      const itemId = await app.comments.require(kind, unit, itemIdOf(request.params))
      const write = await writerFor(request)
      return sendPagedList(request, reply, [section({
        name: 'comments',
        read: (page) => app.comments.list(unit, itemId, page),
        keyOf: (comment) => comment.id,
        toJson: ({ text, ...comment }) => text === null ? null : write({ ...comment, text }),
        readLarge: async (comment) => {
          const whole = await app.comments.readLarge(unit, itemId, comment)
          return whole && write(whole)
        }
      })])
    })

    app.post('/', {
      config: { inRun: true, prepare: app.media.prepareToSign },
      schema: {
        operationId: `add${name}Comment`,
        tag: commentsTag,
        summary: `Comment on ${item}`,
        description: `All users who see the ${kind.type} can comment on it. It has at most ${commentShare.most.toLocaleString('en')} comments.`,
        params,
        querystring: NoParameters,
        body: isAsset ? CreateAssetCommentBody : CreateProjectCommentBody,
        response: replies(
          { 200: isAsset ? CreateAssetCommentReply : CreateProjectCommentReply },
          missing,
          new InvalidParameter('reply_to', '13', REPLY_RULE),
          new InvalidParameter('attachment_ids', '[ 7 ]', ATTACHMENTS_RULE),
          ...ofMentions,
          tooMany(commentShare),
          ...tooManyPoints
        )
      }
    }, async function addComment (request, reply) {
      const { unit, params, body } = request
      const comment = body as Static<typeof CreateAssetCommentBody>
      return sendComment(request, reply, await app.comments.add(kind, unit, itemIdOf(params), comment))
    })

    app.get('/:comment_id', {
      schema: {
        operationId: `get${name}Comment`,
        tag: commentsTag,
        summary: `Read a comment on ${item}`,
        description: 'Reads one comment, which can be a reply.',
        params: ofOne,
        querystring: NoParameters,
        response: replies({ 200: CommentReply }, missing, new CommentNotFound())
      }
    }, async function getComment (request, reply) {
      const { unit, params } = request
      return sendComment(request, reply, await app.comments.find(kind, unit, itemIdOf(params), commentIdOf(params)))
    })

    app.post('/:comment_id', {
      config: { prepare: app.media.prepareToSign },
      schema: {
        operationId: `update${name}Comment`,
        tag: commentsTag,
        summary: `Change a comment on ${item}`,
        description: `The author can change ${isAsset ? 'the text, the drawing and the mentions' : 'the text and the mentions'}. All users who may comment can set \`done\`.`,
        params: ofOne,
        querystring: NoParameters,
        body: isAsset ? UpdateAssetCommentBody : UpdateProjectCommentBody,
        response: replies(
          { 200: isAsset ? UpdateAssetCommentReply : UpdateProjectCommentReply },
          missing,
          new CommentNotFound(),
          new RoleRefused(),
          ...ofMentions,
          ...tooManyPoints
        )
      }
    }, async function updateComment (request, reply) {
      const { unit, params, body } = request
      const changes = body as CommentChanges
      const comment = await app.comments.update(kind, unit, itemIdOf(params), commentIdOf(params), changes)
      return sendComment(request, reply, comment)
    })

    app.delete('/:comment_id', {
      schema: {
        operationId: `delete${name}Comment`,
        tag: commentsTag,
        summary: `Delete a comment on ${item}`,
        description: 'Deletes the comment with its replies. Its author can do this, and users who have the right to remove comments of others.',
        params: ofOne,
        querystring: NoParameters,
        response: replies(done('Comment deleted'), missing, new CommentNotFound(), new RoleRefused())
      }
    }, async function deleteComment ({ unit, params }) {
      await app.comments.remove(kind, unit, itemIdOf(params), commentIdOf(params))
      return { ok: 'Comment deleted' }
    })
  }
}
