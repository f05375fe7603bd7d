import { Type } from '@sinclair/typebox'
import { described, Text } from '../../../../src/http/schemas.js'
import { samples } from '../schemas.js'

export const TokenQuery = Type.Object({ token: described(Text, 'The token of the link.', 'b2hCpF1WqNT0mJc5XvZ8sKd3LrYg7UeAi4nHxVtR9Qo') })

export const TokenReply = Type.Object({
  email: described(Type.String(), 'E-mail of the user for whom the token was issued.', samples.email)
}, { description: 'The token is valid. Looking it up does not use it up.' })
