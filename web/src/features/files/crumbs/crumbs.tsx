// Where one is: every folder on the way, each a way back.

import { Group } from '@mantine/core'
import { IconChevronRight, IconHome } from '@tabler/icons-react'
import { useLayoutEffect, useRef } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import { DisplayedName } from '../displayed-name.tsx'
import styles from '../files.module.css'
import { nameInText } from '../logic/displayed-name.ts'
import { crumbsOf } from '../logic/file-paths.ts'

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
    <nav ref={row} className={`scroll-x ${styles.crumbs}`} aria-label={t('files.path')}>
      <Group component="ol" className="text-faint" gap={0} wrap="nowrap">
        <li>
          <button
            type="button"
            className={`row-button ${styles.crumb}`}
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
            <Group component="li" key={crumb.path} gap={0} wrap="nowrap" flex="none">
              <IconChevronRight size={14} aria-hidden />
              {isLast && isFile ? (
                <Group component="span" className={styles.crumb} wrap="nowrap" aria-current="location">
                  <CrumbName name={crumb.name} />
                </Group>
              ) : (
                <button
                  type="button"
                  className={`row-button ${styles.crumb}`}
                  title={nameInText(crumb.name)}
                  aria-current={isLast ? 'location' : undefined}
                  onClick={() => onOpen(crumb.path)}
                >
                  <CrumbName name={crumb.name} />
                </button>
              )}
            </Group>
          )
        })}
      </Group>
    </nav>
  )
}

const CrumbName = ({ name }: { name: string }) => (
  <span className="truncate">
    <DisplayedName name={name} />
  </span>
)
