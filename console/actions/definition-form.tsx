import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { Failure } from '../api/failure.ts'
import { mayWrite } from '../api/session.ts'
import type { ItemType, Schemas } from '../api/client.ts'
import { CheckInput, LongTextInput, SelectInput, TextInput } from '../ui/inputs.tsx'
import { useSending } from '../ui/use-acting.ts'
import { Wrong } from '../ui/wrong.tsx'
import { EventsField } from '../webhooks/events-field.tsx'
import { draftOf, newStep, sentOf, type Action, type Sent } from './draft.ts'
import { FilterField } from './filter-field.tsx'
import { starts, type StartingKind } from './kinds.ts'
import { ParametersField } from './parameters-field.tsx'
import { StepsField } from './steps-field.tsx'

interface FormProps {
  /** Null for a new one. */
  readonly action: Action | null
  readonly webhooks: ReadonlyArray<Schemas['Webhook']>
  readonly onSave: (sent: Sent, onlyOfNew: Pick<Action, 'type' | 'disabled'>) => Promise<void>
}

/** The whole definition of an action. What the service refuses stands at its field. */
export function DefinitionForm ({ action, webhooks, onSave }: FormProps) {
  const draft = useMemo(() => {
    const made = draftOf(action)
    if (action === null) made.steps.value = [newStep(null)]
    return made
  }, [])
  const wrong = useSignal<Readonly<Record<string, string>>>({})
  const { isBusy, said, send } = useSending()
  const type = draft.type.value as ItemType

  const save = () => send(async () => {
    wrong.value = {}
    try {
      await onSave(sentOf(draft), { type, disabled: draft.disabled.value })
    } catch (error) {
      if (!(error instanceof Failure) || error.broken === null) throw error
      const { parameter, part, rule } = error.broken
      // A custom field, which may be gone, is named alone.
      const at = parameter.startsWith('field.') ? 'filter' : parameter
      wrong.value = { [at]: at === parameter && part === null ? rule : `${part ?? parameter}: ${rule}` }
      throw new Error('This was not saved: what is wrong stands at its field.')
    }
  })
  const broken = wrong.value

  return (
    <form class='definition stack' onSubmit={(event) => { event.preventDefault(); save() }}>
      <TextInput label='Name' value={draft.name} required maxLength={100} />
      <Wrong text={broken.name} />
      <LongTextInput label='Description' value={draft.description} rows={2} maxLength={1000} />
      <Wrong text={broken.description} />
      <div class='entry-row'>
        {action === null
          ? (
            <SelectInput label='For' value={draft.type} hint='This cannot be changed later.'>
              <option value='asset'>Assets</option>
              <option value='project'>Projects</option>
            </SelectInput>
            )
          : <p class='field'><span>For</span> {type === 'asset' ? 'Assets' : 'Projects'}</p>}
        <SelectInput label='Started by' value={draft.role} hint='The role in the project of the item'>
          <option value='Viewer'>Viewers and above</option>
          <option value='Member'>Members and above</option>
          <option value='Admin'>Admins</option>
        </SelectInput>
        <TextInput label='Runs at a time' type='number' value={draft.parallel} required min='1' max='100' />
      </div>
      <Wrong text={broken.type ?? broken.role ?? broken.parallel} />
      {action === null && <CheckInput label='Disabled' value={draft.disabled} hint='nothing starts it' />}

      <section class='stack hook-part' aria-label='Steps'>
        <h2>Steps</h2>
        <p class='quiet'>
          Each step goes to a webhook, or waits in a queue for a program of yours. It begins when the steps before it
          are completed.
        </p>
        <StepsField steps={draft.steps} webhooks={webhooks} />
        <Wrong text={broken.steps} />
      </section>

      <section class='stack hook-part' aria-label='Which items'>
        <h2>Which items</h2>
        <FilterField type={type} params={draft.filter} />
        <Wrong text={broken.filter} />
      </section>

      <section class='stack hook-part' aria-label='Starts'>
        <h2>Starts</h2>
        <p class='quiet'>Whoever has the role starts it by hand. These events start it, too.</p>
        <EventsField
          legend='Events that start it' value={draft.events.value} isOffered={(kind) => starts(type, kind)}
          onChange={(kinds) => { draft.events.value = kinds.filter((kind) => starts(type, kind)) as StartingKind[] }}
        />
        <Wrong text={broken.trigger_events} />
        <p class='quiet'>
          What a run changes starts no action that led to it. But what a program puts into a drop folder begins anew:
          let the drop folder of originals give a tag, and let the filter of this action want that tag, so that it does
          not start on its own results.
        </p>
      </section>

      <section class='stack hook-part' aria-label='Form'>
        <h2>Form</h2>
        <p class='quiet'>
          Who starts the action fills this in. Where an event starts it, a required parameter needs a default.
        </p>
        <ParametersField parameters={draft.parameters} />
        <Wrong text={broken.parameters} />
      </section>

      {mayWrite.value && (
        <div class='save-bar edited'>
          <button type='submit' class='button primary' disabled={isBusy.value}>Save</button>
          <p class='wrong' role='alert'>{said.value}</p>
        </div>
      )}
    </form>
  )
}
