import { useSignal, type Signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { reachable } from '../api/home.ts'
import { ago, bytes } from '../ui/words.ts'
import type { LinkApi, SharedFile, SharedVersion } from './api.ts'
import { areComparable } from './files.ts'
import './versions.css'

interface VersionsProps {
  readonly api: LinkApi
  readonly assetId: string
  readonly present: SharedFile
  /** The earlier version that is shown in place of the present one. */
  readonly shown: Signal<SharedVersion | null>
  readonly onCompare: (version: SharedVersion) => void
}

/** The number of the file that is shown, and the earlier ones, to look at and to compare. */
export function Versions ({ api, assetId, present, shown, onCompare }: VersionsProps) {
  const earlier = useSignal<readonly SharedVersion[]>([])
  useEffect(() => {
    // Where the right has just ended nothing is listed.
    api.request<{ versions: SharedVersion[] }>('GET', `/api/v2/shared/assets/${assetId}/versions`)
      .then(({ versions }) => { earlier.value = versions }, () => { earlier.value = [] })
  }, [present.id])

  const name = nameOf(shown.value ?? present)
  if (earlier.value.length === 0) return (present.version ?? 1) > 1 ? <span class='version-name'>{name}</span> : null
  return (
    <>
      <details class='file-versions'>
        <summary><span class='version-name'>{name}</span> Versions</summary>
        <ul>
          {earlier.value.map((version) => (
            <li key={version.id} aria-current={version.id === shown.value?.id ? 'true' : undefined}>
              <span class='version-name'>{nameOf(version)}</span>
              <bdi>{version.filename}</bdi>
              <span class='quiet'>{bytes(version.size)} · replaced {ago(version.replaced_at)}</span>
              {version.id !== shown.value?.id && (
                <button type='button' class='button' onClick={() => { shown.value = version }}>
                  Look at<span class='hidden-text'> {nameOf(version)}</span>
                </button>
              )}
              {areComparable(version, present) && (
                <button type='button' class='button' onClick={() => onCompare(version)}>
                  Compare<span class='hidden-text'> {nameOf(version)}</span>
                </button>
              )}
              {version.download_url != null && (
                <a class='button' href={reachable(version.download_url)} download={version.filename}>
                  Download<span class='hidden-text'> {nameOf(version)}</span>
                </a>
              )}
            </li>
          ))}
        </ul>
      </details>
      <p class='version-note' role='status'>
        {shown.value !== null && (
          <>
            This is {name}. What you write is about {nameOf(present)}.{' '}
            <button type='button' class='link' onClick={() => { shown.value = null }}>Back to {nameOf(present)}</button>
          </>
        )}
      </p>
    </>
  )
}

function nameOf ({ version }: SharedFile | SharedVersion): string {
  return `v${version ?? 1}`
}
