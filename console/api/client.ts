import type { Answer } from '../../client/cutroom.d.ts'
import type { components } from '../../client/generated/api.js'
import { CutroomError } from '../../client/error.ts'
import { createRequest, methodsOf } from '../../client/request.ts'
import { createCalls, nextPage } from './calls.ts'
import { failureOf } from './failure.ts'
import { home } from './home.ts'
import { send } from './send.ts'

export type Schemas = components['schemas']
export type Asset = Schemas['Asset']
export type Project = Schemas['Project']
export type Item = Asset | Project
export type ItemType = 'asset' | 'project'

/** The client for programs, with the key and the patience of the console. */
const call = createRequest({ url: home, fetch: (url, init) => send(new Request(url, init)) }, { mostRepeats: 0 })

export const api = methodsOf(call)

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

export const { ask, request, pagesOf, allOf } = createCalls(async (method, path, body, sent) => {
  const { data, response } = await answered(call(method, path, { ...sent, body }))
  return { data, response, next: nextPage(response) }
})
