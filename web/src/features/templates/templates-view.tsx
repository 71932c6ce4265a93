// The catalog: every game that can be installed, with search, tags and source.

import { Button } from '@mantine/core'
import type { TemplateSummary } from '@rookery/contracts/http/templates.ts'
import { IconEgg, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Catalog } from '../../parts/games/catalog.tsx'
import type { FitNode } from '../../parts/games/logic/game-fit.ts'
import { ProblemState } from '../../parts/problems/problem-state.tsx'
import { useTexts } from '../../texts/texts.ts'
import { PageFrame, Panel } from '../../ui/controls/page-frame.tsx'
import { LoadingRows } from '../../ui/feedback/loading-rows.tsx'

export interface TemplatesViewProps {
  status: 'loading' | 'problem' | 'ready'
  problem?: unknown
  templates: TemplateSummary[]
  /** Null: this person may not see them. */
  nodes: readonly FitNode[] | null
  /** How many servers each has, by its id. */
  usedBy?: ReadonlyMap<number, number>
  mayCreate: boolean
  mayAddNode?: boolean
  onRetry: () => void
}

export function TemplatesView(props: TemplatesViewProps) {
  const t = useTexts()
  const { status, templates, mayCreate } = props
  return (
    <PageFrame
      title={t('pages.templates')}
      beside={status === 'ready' ? t('templates.count', { count: templates.length }) : undefined}
      actions={
        mayCreate && (
          <>
            <Button
              variant="default"
              leftSection={<IconEgg size={17} />}
              renderRoot={rootProps => <Link to="/templates/import" {...rootProps} />}
            >
              {t('templates.importEgg')}
            </Button>
            <Button
              leftSection={<IconPlus size={17} />}
              renderRoot={rootProps => <Link to="/templates/new" {...rootProps} />}
            >
              {t('templates.newTemplate')}
            </Button>
          </>
        )
      }
    >
      <Content {...props} />
    </PageFrame>
  )
}

function Content({
  status,
  problem,
  templates,
  nodes,
  usedBy,
  mayCreate,
  mayAddNode,
  onRetry,
}: TemplatesViewProps) {
  if (status !== 'ready') {
    return (
      <Panel>
        {status === 'loading' ? <LoadingRows /> : <ProblemState problem={problem} onRetry={onRetry} />}
      </Panel>
    )
  }
  return (
    <Catalog
      templates={templates}
      nodes={nodes}
      mayAddNode={mayAddNode}
      mayCreate={mayCreate}
      hasSources
      usedBy={usedBy}
      wrap={({ id }, className, card) => (
        <Link to="/templates/$templateId" params={{ templateId: String(id) }} className={className}>
          {card}
        </Link>
      )}
    />
  )
}
