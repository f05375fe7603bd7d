import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ACCESS_RULE } from '#src/access/writes.js'
import { presentLink } from '#src/access/password-links.js'
import { presentNewKey, presentUser } from '#src/access/present.js'
import { withoutSecrets } from '#src/basics/secrets.js'
import {
  InvalidParameter, LastAdministrator, LinkedUserNotFound, NotFound, OwnRemoval, UserDisabled, UserExists, UserNotFound
} from '#src/errors.js'
import { PageQuery, section, sendPagedList } from '#src/http/list.js'
import { NoParameters } from '#src/http/schemas.js'
import { descriptions } from '#src/openapi/descriptions.js'
import { withAvatar, withAvatars } from '../../avatars.js'
import { adminReplies, done } from '../../schemas.js'
import { requirePasswords } from '../../session/schemas.js'
import {
  AccountUsersReply, CreateUserBody, CreateUserReply, InvitationReply, PasswordResetReply, RemoveUserBody,
  UpdateUserBody, UpdateUserReply, UserParams
} from './schemas.js'
import { usersTag } from '../../user/schemas.js'

const notOfAdministrator = new InvalidParameter('access', '"projects"', ACCESS_RULE)

const users: FastifyPluginAsyncTypebox = async function (app) {
  app.get('/', {
    schema: {
      tag: usersTag,
      summary: 'List the users, with the time of their last request',
      description: descriptions.disabledToo,
      querystring: PageQuery,
      response: adminReplies({ 200: AccountUsersReply })
    }
  }, async function listAccountUsers (request, reply) {
    return sendPagedList(request, reply, [
      section({
        name: 'users',
        read: async (page) => withAvatars(request, (await app.users.list(request.unit, page)).map(presentUser)),
        keyOf: ({ id }) => id,
        toJson: JSON.stringify
      })
    ])
  })

  app.post('/', {
    config: { keptAnswer: withoutSecrets },
    schema: {
      tag: usersTag,
      summary: 'Create a user with a key, or with an invitation',
      description:
        'With `invite`, the user gets an invitation link to set a password, which also signs the user in to the console.',
      querystring: NoParameters,
      body: CreateUserBody,
      response: adminReplies({ 200: CreateUserReply }, new UserExists(), notOfAdministrator, new NotFound())
    }
  }, async function createUser (request) {
    const { user, key, invitation } = await app.users.add(request.unit, request.body)
    return {
      user: { ...presentUser(user), avatar_url: null },
      ...(key !== undefined && { api_key: presentNewKey(key) }),
      ...(invitation !== undefined && { invitation: presentLink(invitation, app.publicUrls.of(request)) })
    }
  })

  app.post('/:user_id', {
    config: { prepare: app.avatars.prepareToSign },
    schema: {
      tag: usersTag,
      summary: 'Update a user: disable, make administrator, set access or name',
      description:
        'Another update can reverse each change. A change of `access` takes effect within five seconds, also in open streams. The last administrator who can still sign in or use a key cannot be disabled, and stays an administrator.',
      params: UserParams,
      querystring: NoParameters,
      body: UpdateUserBody,
      response: adminReplies(
        { 200: UpdateUserReply }, new LinkedUserNotFound('2'), new LastAdministrator(), notOfAdministrator
      )
    }
  }, async function updateUser (request) {
    const user = await app.users.change(request.unit, request.params.user_id, request.body)
    return { user: await withAvatar(request, presentUser(user)) }
  })

  app.delete('/:user_id', {
    schema: {
      tag: usersTag,
      summary: 'Remove a user for good',
      description:
        'The user can no longer use the service at once, and is shown as `removed user`. A job then gives away what the user leaves: the items of the user get the owner `to_user_id`, or else nobody. Where the user is the last member of a project, this user, or else you, becomes its `Admin`. The e-mail address is free after two minutes at least. Nobody can reverse this.',
      params: UserParams,
      querystring: NoParameters,
      body: RemoveUserBody,
      response: adminReplies(
        done('User removed'), new LinkedUserNotFound('2'), new OwnRemoval(), new UserNotFound('3'), new LastAdministrator()
      )
    }
  }, async function removeUser (request) {
    await app.userRemovals.remove(request.unit, request.params.user_id, request.body.to_user_id)
    return { ok: 'User removed' }
  })

  app.post('/:user_id/invitations', {
    config: { keptAnswer: withoutSecrets },
    onRequest: requirePasswords,
    schema: {
      tag: usersTag,
      summary: 'Invite a user again',
      description: 'The new link is valid for 14 days and works once. Links of earlier invitations become invalid.',
      params: UserParams,
      querystring: NoParameters,
      response: adminReplies({ 200: InvitationReply }, new LinkedUserNotFound('2'), new UserDisabled(), new NotFound())
    }
  }, async function createInvitation (request) {
    const invitation = await app.passwordLinks.issue(request.unit, request.params.user_id, 'confirmation')
    return { invitation: presentLink(invitation, app.publicUrls.of(request)) }
  })

  app.post('/:user_id/password_resets', {
    config: { keptAnswer: withoutSecrets },
    onRequest: requirePasswords,
    schema: {
      tag: usersTag,
      summary: 'Create a link for a user to set a new password',
      description: 'The new link is valid for one hour and works once. Links of earlier resets become invalid.',
      params: UserParams,
      querystring: NoParameters,
      response: adminReplies({ 200: PasswordResetReply }, new LinkedUserNotFound('2'), new UserDisabled(), new NotFound())
    }
  }, async function createPasswordReset (request) {
    const reset = await app.passwordLinks.issue(request.unit, request.params.user_id, 'reset_password')
    return { password_reset: presentLink(reset, app.publicUrls.of(request)) }
  })

  app.delete('/:user_id/avatar', {
    schema: {
      tag: usersTag,
      summary: 'Remove the picture of a user',
      description: 'The user can send another one.',
      params: UserParams,
      querystring: NoParameters,
      response: adminReplies(done('Avatar removed'), new LinkedUserNotFound('2'))
    }
  }, async function removeUserAvatar (request) {
    await app.avatars.removeOf(request.unit, request.params.user_id)
    return { ok: 'Avatar removed' }
  })
}

export default users
