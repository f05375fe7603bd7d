import type { Answer } from '../../client/cutroom.d.ts'
import { CutroomError } from '../../client/error.ts'
import { createRequest, methodsOf } from '../../client/request.ts'
import { failureOf } from './failure.ts'
import { home } from './home.ts'

/** The client for programs, with the patience of `fetch`: paths, bodies and answers are those of the document. */
export function createApi (fetch: typeof globalThis.fetch) {
  const call = createRequest({ url: home, fetch }, { mostRepeats: 0 })
  return { call, api: methodsOf(call) }
}

/** A success. Throws Failure for everything else, also when the API answers 200 with an error. */
export async function answered<Data> (asked: Promise<Answer<Data>>): Promise<Answer<Data>> {
  try {
    return await asked
  } catch (error) {
    throw error instanceof CutroomError ? failureOf(error.status, error.text ?? undefined, error.retryAfter) : error
  }
}

/** The body of a success. */
export async function done<Data> (asked: Promise<Answer<Data>>): Promise<Data> {
  return (await answered(asked)).data
}
