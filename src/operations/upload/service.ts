import type * as Client from '../../../client/cutroom.js'
import { OperatorMistake } from '../../errors.js'

/** Throws OperatorMistake if the service is not there, or the key may not write. */
export async function introduce (
  { persist, mayPass, CutroomError }: typeof Client,
  cutroom: Client.Cutroom,
  patience: Client.PersistOptions,
  base: string
): Promise<number> {
  let hasAnswered = false
  const ask = async () => cutroom.GET('/api/v2/user').catch((error: unknown) => {
    hasAnswered ||= error instanceof CutroomError
    // The command does not wait for a service that never answered.
    if (!hasAnswered) throw new OperatorMistake(`There is no service at ${base} (${reasonOf(error)})`)
    throw error
  })
  try {
    const { data: { user, api_key: key } } = await persist(ask, patience)
    if (key?.scope === 'read') throw new OperatorMistake('This key may only read')
    return user.id
  } catch (error) {
    if (error instanceof OperatorMistake) throw error
    const isRefused = error instanceof CutroomError && !mayPass(error)
    if (isRefused && error.status === 401) throw new OperatorMistake(`${base} does not know this key`)
    if (isRefused) throw new OperatorMistake(`There is no Cutroom at ${base}: ${error.message}`)
    throw new OperatorMistake(`${base} takes nothing: ${reasonOf(error)}`)
  }
}

/** Why a request has failed, in a few words. */
export function reasonOf (error: unknown): string {
  const { message, cause } = error as Error
  const { code, message: why } = (cause ?? {}) as NodeJS.ErrnoException
  return code ?? why ?? message
}

/** What ends a command, for the operator. */
export function mistakeOf (error: unknown, { CutroomError }: typeof Client, base: string): unknown {
  if (error instanceof OperatorMistake) return error
  if (error instanceof CutroomError) {
    return new OperatorMistake(error.status === 401 ? `${base} does not know this key` : error.message)
  }
  return error instanceof TypeError ? new OperatorMistake(`${base} takes nothing: ${reasonOf(error)}`) : error
}

/** Throws OperatorMistake. */
export function baseOf (url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new OperatorMistake(`--url must be a URL that starts with http:// or https://, not ${url}`)
  }
  const { origin, pathname } = new URL(url)
  return origin + pathname.replace(/(?<!\/)\/+$/, '')
}

/** A name without control characters, for a terminal. */
export function shown (name: string): string {
  return name.replace(/\p{C}/gu, '?')
}
