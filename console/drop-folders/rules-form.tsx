import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { Schemas } from '../api/client.ts'
import { loadGroups } from '../find/names.ts'
import { CheckInput, TextInput } from '../ui/inputs.tsx'
import { tellFailure } from '../ui/notes.tsx'
import { useSending } from '../ui/use-acting.ts'
import { Wrong } from '../ui/wrong.tsx'
import { brokenBy, changesOf, draftOf, follow, rulesOf, type Draft, type DropFolder, type SentRules } from './draft.ts'
import { Goal, Taking } from './rules-parts.tsx'
import { WhereField } from './where-field.tsx'

/** What the service says of fields, by the names of its parameters. */
export type Broken = Readonly<Record<string, string | undefined>>

interface FormProps {
  /** Null for a new one. */
  readonly folder: DropFolder | null
  readonly locations: ReadonlyArray<Schemas['Location']>
  readonly readOnly: boolean
  readonly onSave: (rules: Partial<SentRules>, draft: Draft) => Promise<DropFolder>
}

/** All rules of a drop folder. What the service refuses stands at its field. */
export function RulesForm ({ folder, locations, readOnly, onSave }: FormProps) {
  const draft = useMemo(() => draftOf(folder), [])
  /** What the draft began with, as others may change it meanwhile. */
  const before = useRef(folder)
  const wrong = useSignal<Broken>({})
  const { isBusy, said, send } = useSending()
  useEffect(() => { loadGroups().catch(tellFailure) }, [])
  useEffect(() => {
    const { current } = before
    if (folder === null || current === null || isBusy.value) return
    follow(draft, rulesOf(draftOf(current), current), current, folder)
    before.current = folder
  }, [folder?.updated_at, isBusy.value])

  const save = () => send(async () => {
    wrong.value = {}
    const { current } = before
    const rules = rulesOf(draft, current)
    try {
      if (current === null) {
        await onSave(rules, draft)
      } else {
        const saved = await onSave(changesOf(current, rules), draft)
        follow(draft, rules, current, saved)
        before.current = saved
      }
    } catch (error) {
      const broken = brokenBy(error)
      if (broken === null) throw error
      wrong.value = { [broken.parameter]: broken.rule }
      throw new Error('This was not saved: what is wrong stands at its field.')
    }
  })
  const broken = wrong.value
  const parts = { draft, broken, readOnly }
  const isOut = draft.direction.value === 'out'

  return (
    <form class='definition' aria-label='Rules' onSubmit={(event) => { event.preventDefault(); save() }}>
      <fieldset class='stack' disabled={readOnly}>
        <TextInput label='Title' value={draft.title} required autoFocus={folder === null} />
        <Wrong text={broken.title} />
        {folder === null && <WhereField draft={draft} broken={broken} locations={locations} />}
        {folder === null && <CheckInput label='Paused' value={draft.paused} hint='nothing is taken until somebody presses Go on' />}
        <Goal {...parts} />
        {!isOut && <Taking {...parts} isPlaced={draft.location.value !== ''} />}
        {!readOnly && (
          <div class='save-bar edited'>
            <button type='submit' class='button primary' disabled={isBusy.value}>Save</button>
            <p class='wrong' role='alert'>{said.value}</p>
          </div>
        )}
      </fieldset>
    </form>
  )
}
