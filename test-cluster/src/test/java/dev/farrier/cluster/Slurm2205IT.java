package dev.farrier.cluster;

/** Slurm 22.05: no JSON, and no start time of a job in the environment of the hooks. */
class Slurm2205IT extends SlurmSmoke {
    Slurm2205IT() {
        super("bookworm");
    }

    @Override
    String startTimeInNotes() {
        return "-";
    }
}
