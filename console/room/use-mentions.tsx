import type { Signal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { Lazy } from '../ui/lazy.tsx'
import { loadPeople } from './load-people.ts'
import { AT_SIGN, mentionedIn } from './mentions.ts'
import type { Person, Talk } from './talk.ts'

interface Field {
  readonly current: HTMLTextAreaElement | HTMLInputElement | null
}

/** The people who are named in what is written in a field. */
export function useMentions ({ people }: Talk, field: Field, text: Signal<string>) {
  const named = useRef<Person[]>([])
  return {
    /** Offers those whom `@` and the letters after it may mean. */
    list: people !== null && AT_SIGN.test(text.value) && (
      <Lazy
        load={loadPeople}
        props={{ field, text, load: people, onChosen: (person: Person) => { named.current.push(person) } }}
      />
    ),
    sent: () => {
      const mentions = mentionedIn(text.value, named.current)
      return mentions.length > 0 ? { mentions } : {}
    },
    forget: () => { named.current = [] }
  }
}
