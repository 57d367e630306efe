package dev.farrier.slurm;

/** The contract on recordings of Slurm 22.05. */
class Slurm2205NodeControllerTest extends SlurmNodeControllerContract {
    Slurm2205NodeControllerTest() {
        super("22.05", false);
    }
}
