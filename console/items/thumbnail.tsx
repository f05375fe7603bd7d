import { Icon, type IconName } from '../ui/icon.tsx'
import { previewOf, useFiles, type WithFiles } from './previews.ts'

const SIGNS: ReadonlyArray<[RegExp, IconName]> = [
  [/\.(mp4|mov|mkv|webm|avi|mxf|m4v|mpe?g)$/i, 'film'],
  [/\.(wav|mp3|aac|flac|aiff?|m4a|ogg)$/i, 'sound'],
  [/\.(jpe?g|png|gif|webp|tiff?|avif|heic|svg|psd)$/i, 'picture']
]

/** The thumbnail of an asset, or an icon for its kind of file. */
export function Thumbnail ({ asset }: { asset: WithFiles }) {
  const preview = previewOf(useFiles(asset) ?? [], 'thumbnail')
  return (
    <span class='thumbnail'>
      {preview === undefined
        ? <Icon name={signOf(asset.original_filename)} />
        : <img key={preview.url} src={preview.url} width={preview.width} height={preview.height} alt='' draggable={false} loading='lazy' decoding='async' />}
    </span>
  )
}

export function signOf (filename: string | null): IconName {
  return SIGNS.find(([pattern]) => pattern.test(filename ?? ''))?.[1] ?? 'file'
}
