-- Why a job failed, as data (api/job-reasons.ts). `failure` is the technical detail from now on, and may be null.
alter table job_run add column failure_reason jsonb;
