import { Type } from '@sinclair/typebox'
import { Text } from '../../../../src/http/schemas.js'

export const TokenQuery = Type.Object({ token: Text })

export const TokenReply = Type.Object({ email: Type.String() })
