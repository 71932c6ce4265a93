// Asks once what to do with all files of a batch whose names are taken.

import { Button, Group } from '@mantine/core'
import { useTexts } from '../../../texts/texts.ts'
import { nameOf, type Upload, type WhenTaken } from './logic/upload.ts'
import styles from './uploads.module.css'

const answers: WhenTaken[] = ['replace', 'keep', 'skip']

interface TakenQuestionProps {
  /** Of one batch, all taken. */
  uploads: readonly Upload[]
  onAnswer: (answer: WhenTaken) => void
}

export function TakenQuestion({ uploads, onAnswer }: TakenQuestionProps) {
  const t = useTexts()
  const name = nameOf(uploads[0]?.path ?? '')
  return (
    <div className={styles.question} role="alert">
      <p>
        <strong>
          {uploads.length === 1
            ? t('uploads.takenOne', { name })
            : t('uploads.takenMany', { count: uploads.length })}
        </strong>
      </p>
      <p className={`text-note ${styles.questionText}`}>{t('uploads.takenText')}</p>
      <Group className={styles.answers} gap={8} align="stretch">
        {answers.map(answer => (
          <Button
            key={answer}
            size="xs"
            variant={answer === 'keep' ? 'filled' : 'default'}
            onClick={() => onAnswer(answer)}
          >
            {t(`uploads.when.${answer}`)}
          </Button>
        ))}
      </Group>
    </div>
  )
}
