/**
 * What is left out unless an ignore file brings it back (`!node_modules/` in `.lociignore`): what version control, the
 * desktop and package managers keep for themselves. Only names that machines give; `dist`, `build`, `target` or `.idea`
 * may be a person's own work, and where they are not, the project's `.gitignore` says so.
 */
export const defaultIgnores = [
  '.hg/',
  '.svn/',
  '.jj/',
  'node_modules/',
  '.pnpm-store/',
  '.venv/',
  'venv/',
  '.tox/',
  '.nox/',
  '__pycache__/',
  '*.pyc',
  '.mypy_cache/',
  '.pytest_cache/',
  '.ruff_cache/',
  '.ipynb_checkpoints/',
  '.cache/',
  '.gradle/',
  '.terraform/',
  '.DS_Store',
  'Thumbs.db',
] as const
