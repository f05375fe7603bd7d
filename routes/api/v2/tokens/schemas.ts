import type { FastifyError } from 'fastify'
import { Type } from '@sinclair/typebox'
import { InvalidToken, NotFound } from '#src/errors.js'
import { described, FailureReply, Text } from '#src/http/schemas.js'
import type { Tag } from '#src/openapi/tags.js'
import { replies, samples } from '../schemas.js'

export const tokensTag: Tag = { name: 'Tokens', description: 'Tokens belong to links for setting a password. These requests find the user of a token.', position: 130 }

export const TokenQuery = Type.Object({
  token: described(Text, 'Token of the link.', 'b2hCpF1WqNT0mJc5XvZ8sKd3LrYg7UeAi4nHxVtR9Qo')
})

const TokenReply = Type.Object({
  email: described(Type.String(), 'E-mail address of the user for whom the token was issued.', samples.email)
}, { description: 'The token is valid. This request does not use it up.' })

/** The contract lists 404 for both lookups, though a token that is not there is not valid: 400. */
export const tokenReplies = (...failures: FastifyError[]) => replies({
  200: TokenReply,
  400: described(FailureReply, 'The token is unknown, used or expired.'),
  404: described(FailureReply, 'There is nothing at this path. The answer to an unknown token is 400.')
}, new NotFound(), new InvalidToken(), ...failures)
