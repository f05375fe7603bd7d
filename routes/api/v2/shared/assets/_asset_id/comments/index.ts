import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { REPLY_RULE } from '#src/comments/comments.js'
import { commentShare, pointShare, tooMany } from '#src/comments/room.js'
import { writeCommentToGuests } from '#src/comments/present.js'
import { AssetNotFound, InvalidParameter } from '#src/errors.js'
import { LinkWithoutComments } from '#src/links/errors.js'
import { sendJson } from '#src/http/json.js'
import { PageQuery, section, sendPagedList } from '#src/http/list.js'
import { NoParameters } from '#src/http/schemas.js'
import { whereAllowed } from '../../../allowed.js'
import {
  AssetParams, CreateGuestCommentBody, CreateGuestCommentReply, SharedCommentsReply, sharedReplies, sharedTag,
  tooManyComments
} from '../../../schemas.js'

const sharedComments: FastifyPluginAsyncTypebox = async function (app) {
  const params = AssetParams
  const failures = [new AssetNotFound(), new LinkWithoutComments()]
  const preValidation = whereAllowed('comments', LinkWithoutComments)

  app.get('/', {
    config: { shared: 'open' },
    preValidation,
    schema: {
      tag: sharedTag,
      summary: 'List the comments on an asset that a link shows',
      description: 'The list has no internal comments. An author without a name is shown by the part of the e-mail address before the @.',
      params,
      querystring: PageQuery,
      response: sharedReplies({ 200: SharedCommentsReply }, ...failures)
    }
  }, async function listSharedComments (request, reply) {
    const { unit, link, params } = request
    const id = await app.guestComments.require(unit, link, params.asset_id)
    return sendPagedList(request, reply, [section({
      name: 'comments',
      read: (page) => app.guestComments.list(unit, id, page),
      keyOf: (comment) => comment.id,
      toJson: ({ text, ...comment }) => text === null ? null : writeCommentToGuests({ ...comment, text }),
      readLarge: async (comment) => {
        const whole = await app.guestComments.readLarge(unit, id, comment)
        return whole && writeCommentToGuests(whole)
      }
    })])
  })

  app.post('/', {
    config: { shared: 'open' },
    preValidation,
    schema: {
      tag: sharedTag,
      summary: 'Comment on an asset that a link shows',
      description: 'The comment gets the name that the guest sends. At most 60 comments in an hour are accepted from one network address.',
      params,
      querystring: NoParameters,
      body: CreateGuestCommentBody,
      response: sharedReplies(
        { 200: CreateGuestCommentReply },
        ...failures,
        new InvalidParameter('reply_to', '13', REPLY_RULE),
        tooMany(commentShare, true),
        tooMany(commentShare),
        tooMany(pointShare, true),
        tooMany(pointShare),
        tooManyComments
      )
    }
  }, async function addSharedComment (request, reply) {
    const { unit, link, params, body, remoteAddress } = request
    const comment = await app.guestComments.add(unit, link, params.asset_id, body, remoteAddress)
    return sendJson(reply, `{"comment":${writeCommentToGuests(comment)}}`)
  })
}

export default sharedComments
