// Where one is: every folder on the way, each a way back.

import { IconChevronRight, IconHome } from '@tabler/icons-react'
import { useLayoutEffect, useRef } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import { DisplayedName } from '../displayed-name.tsx'
import { nameInText } from '../logic/displayed-name.ts'
import { crumbsOf } from '../logic/file-paths.ts'
import styles from './crumbs.module.css'

interface CrumbsProps {
  path: string
  /** The last one is a file, not a folder. */
  isFile?: boolean
  onOpen: (folder: string) => void
}

export function Crumbs({ path, isFile, onOpen }: CrumbsProps) {
  const t = useTexts()
  const crumbs = crumbsOf(path)
  const row = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path has another end
  useLayoutEffect(() => {
    if (row.current) row.current.scrollLeft = row.current.scrollWidth
  }, [path])
  return (
    <nav ref={row} className={styles.crumbs} aria-label={t('files.path')}>
      <ol>
        <li>
          <button
            type="button"
            aria-label={t('files.root')}
            title={t('files.root')}
            aria-current={crumbs.length === 0 ? 'location' : undefined}
            onClick={() => onOpen('')}
          >
            <IconHome size={17} stroke={1.8} aria-hidden />
            {crumbs.length === 0 && <span>{t('files.root')}</span>}
          </button>
        </li>
        {crumbs.map((crumb, index) => {
          const isLast = index === crumbs.length - 1
          return (
            <li key={crumb.path}>
              <IconChevronRight size={14} aria-hidden />
              {isLast && isFile ? (
                <span className={styles.file} aria-current="location">
                  <DisplayedName name={crumb.name} />
                </span>
              ) : (
                <button
                  type="button"
                  title={nameInText(crumb.name)}
                  aria-current={isLast ? 'location' : undefined}
                  onClick={() => onOpen(crumb.path)}
                >
                  <DisplayedName name={crumb.name} />
                </button>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
