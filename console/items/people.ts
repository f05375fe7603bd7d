import { signal } from '@preact/signals'
import { api, done, type Schemas } from '../api/client.ts'

type Person = Pick<Schemas['AccountUser'], 'id' | 'email' | 'admin' | 'disabled'> & { readonly name?: string }

/** The users of the account by id, for their e-mail addresses. */
export const users = signal<ReadonlyMap<number, Person>>(new Map())

let asking: Promise<void> | undefined

export async function loadUsers (): Promise<void> {
  asking ??= done(api.GET('/api/v2/users')).then(
    ({ users: found }) => { users.value = new Map(found.map((user) => [user.id, user])) },
    () => { asking = undefined })
  await asking
}

export function emailOf (id: number): string {
  return id === 0 ? 'The service' : users.value.get(id)?.email ?? `User ${id}`
}
