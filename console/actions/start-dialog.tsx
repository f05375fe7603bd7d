import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { onceKey } from '../../client/once.ts'
import { api, done } from '../api/client.ts'
import { Failure } from '../api/failure.ts'
import { ValueField } from '../items/value-field.tsx'
import { cancelBatch } from '../runs/cancel-batch.tsx'
import { addressOf } from '../shell/place.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { tell } from '../ui/notes.tsx'
import { useActing } from '../ui/use-acting.ts'
import { count } from '../ui/words.ts'
import { isFor, type Chosen } from './chosen.ts'
import { valued } from './draft.ts'
import { bodyOf } from './filter.ts'
import { fits, loadStartable, startable, type Startable } from './startable.ts'

const MOST = 1000

interface DialogProps {
  readonly chosen: Chosen
  readonly onClose: () => void
}

/** The actions that fit what is chosen, then the form of one, then what was started. */
export function StartDialog ({ chosen, onClose }: DialogProps) {
  const action = useSignal<Startable | null>(null)
  const started = useSignal<Started | null>(null)
  useEffect(() => { loadStartable({ again: true }) }, [])
  if (started.value !== null) return <Answer started={started.value} onClose={onClose} />
  if (action.value !== null) {
    return (
      <StartForm
        action={action.value} chosen={chosen}
        onClose={() => { if (started.peek() === null) onClose() }} onStarted={(now) => { started.value = now }}
      />
    )
  }
  const listed = (startable.value ?? []).filter((each) => isFor(each, chosen))
  return (
    <Dialog title='Actions' onClose={onClose}>
      <p>For <bdi>{chosen.words}</bdi>.</p>
      {listed.length === 0 && <p class='quiet'>No action fits any more.</p>}
      <ul class='action-list'>
        {listed.map((each) => (
          <li key={each.id}>
            <button type='button' class='button primary' onClick={() => { action.value = each }}>
              <bdi>{each.name}</bdi>
            </button>
            {each.description !== '' && <p class='quiet' dir='auto'>{each.description}</p>}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

interface Started {
  readonly batch: string
  readonly run_ids: readonly string[]
  readonly skipped: number
}

interface FormProps extends DialogProps {
  readonly action: Startable
  readonly onStarted: (started: Started) => void
}

type Values = Readonly<Record<string, unknown>>

/** The form of an action. What the service refuses stands at its field. */
function StartForm ({ action, chosen, onClose, onStarted }: FormProps) {
  const { parameters } = action
  const values = useSignal<Values>(Object.fromEntries(parameters.map(({ name, default: usual }) => [name, usual])))
  const wrong = useSignal<{ readonly name: string, readonly rule: string } | null>(null)
  /** The same start, sent again after a lost answer, makes no second one. */
  const sent = useRef({ body: '', once: '' })

  async function start () {
    wrong.value = null
    const body = { ...sentFor(action, chosen), parameters: values.value }
    const written = JSON.stringify(body)
    if (sent.current.body !== written) sent.current = { body: written, once: onceKey() }
    try {
      onStarted(await done(api.POST('/api/v2/actions/{action_id}/runs', {
        params: { path: { action_id: String(action.id) } }, body, headers: { 'idempotency-key': sent.current.once }
      })) as Started)
    } catch (error) {
      // Only what had no answer is the same when it is sent again.
      if (error instanceof Failure && error.status !== 0) sent.current = { body: '', once: '' }
      const { part = null, rule = '' } = (error instanceof Failure ? error.broken : null) ?? {}
      if (part === null || !parameters.some(({ name }) => name === part)) throw error
      wrong.value = { name: part, rule }
      throw new Error('This was not started: what is wrong stands at its field.')
    }
  }

  return (
    <FormDialog title={action.name} verb='Start' work={start} onClose={onClose}>
      <p>For {wordsFor(action, chosen)}<bdi>{chosen.words}</bdi>.</p>
      {action.description !== '' && <p class='quiet' dir='auto'>{action.description}</p>}
      {parameters.map((parameter) => (
        <ValueField
          key={parameter.name} field={valued(parameter)} value={values.value[parameter.name] ?? null} readOnly={false}
          required={parameter.required} wrong={wrong.value?.name === parameter.name ? wrong.value.rule : undefined}
          onChange={(value) => { values.value = { ...values.value, [parameter.name]: value } }}
        />
      ))}
    </FormDialog>
  )
}

/** Of several items those that it fits, if these are not all. */
function wordsFor (action: Startable, chosen: Chosen): string {
  if ('search' in chosen) return `all ${action.type}s among `
  const fitting = chosen.items.filter((target) => fits(action, target)).length
  return fitting === chosen.items.length ? '' : `${count(fitting, action.type)} among `
}

function sentFor (action: Startable, chosen: Chosen) {
  if ('search' in chosen) return { search: bodyOf(chosen.search) }
  const ids = chosen.items.filter((target) => fits(action, target)).map(({ item }) => item.id)
  if (ids.length > MOST) {
    throw new Error(`At most ${count(MOST, action.type)} are chosen for one start. For more, press Actions above the results.`)
  }
  return action.type === 'asset' ? { asset_ids: ids } : { project_ids: ids }
}

function Answer ({ started: { batch, run_ids: runs, skipped }, onClose }: { started: Started, onClose: () => void }) {
  const { isBusy, act } = useActing()
  const cancel = () => act(async () => {
    tell(await cancelBatch(batch))
    onClose()
  })
  return (
    <Dialog title={runs.length === 0 ? 'Nothing was started' : 'Started'} onClose={onClose}>
      <p role='status'>{count(runs.length, 'run')}, {skipped} skipped.</p>
      {skipped > 0 && <p class='quiet'>What was skipped does not match the filter of the action, or your role there is too low.</p>}
      <div class='actions'>
        {runs.length > 0 && (
          <>
            <a class='button primary' href={addressOf('runs', new URLSearchParams({ batch }))} onClick={onClose}>
              Show the {runs.length === 1 ? 'run' : 'runs'}
            </a>
            <button type='button' class='button' disabled={isBusy.value} onClick={cancel}>
              Cancel the {runs.length === 1 ? 'run' : 'runs'}
            </button>
          </>
        )}
        <button type='button' class='button' onClick={onClose}>Close</button>
      </div>
    </Dialog>
  )
}
