import { useSignal } from '@preact/signals'
import { clockOf } from '../../src/basics/time-code.ts'
import { Compared, Modes, type Mode, type Side } from '../compare/compared.tsx'
import type { OpenedAsset, SharedFile, SharedVersion } from './api.ts'
import { kindOf, pictureOf, sourceOf } from './files.ts'

interface ComparingProps {
  readonly version: SharedVersion
  readonly present: SharedFile
  readonly film: OpenedAsset['film']
  /** The moment where the film was. */
  readonly at: number | null
  readonly onEnd: () => void
}

/** An earlier version beside the present one, in place of the player. */
export function Comparing ({ version, present, film, at, onEnd }: ComparingProps) {
  const mode = useSignal<Mode>('Side by side')
  return (
    <section aria-label='Compare'>
      <div class='actions'>
        <Modes mode={mode} />
        <button type='button' class='button' onClick={onEnd}>Stop comparing</button>
      </div>
      <Compared
        one={sideOf(version)} other={sideOf(present)} mode={mode.value} at={at ?? 0}
        clock={film === undefined ? null : clockOf(film)}
      />
    </section>
  )
}

function sideOf (file: SharedFile): Side {
  const of = { title: `v${file.version ?? 1}`, filename: file.filename }
  return kindOf(file) === 'video'
    ? { ...of, kind: 'video', src: sourceOf(file)! }
    : { ...of, kind: 'image', src: pictureOf(file)!.url }
}
